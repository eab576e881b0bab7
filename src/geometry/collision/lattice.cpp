#include "geometry/collision/lattice.h"

namespace solfec {
namespace {

__extension__ using Wide = __int128;

struct WideCross {
  Wide x{};
  Wide y{};
  Wide z{};
};

WideCross wide_normal(const LatticePoint& p, const LatticePoint& q, const LatticePoint& r) {
  const LatticePoint u{q.x - p.x, q.y - p.y, q.z - p.z};
  const LatticePoint v{r.x - p.x, r.y - p.y, r.z - p.z};
  return {Wide{u.y} * v.z - Wide{u.z} * v.y, Wide{u.z} * v.x - Wide{u.x} * v.z,
          Wide{u.x} * v.y - Wide{u.y} * v.x};
}

}  // namespace

Vec3 lattice_normal(const LatticePoint& p, const LatticePoint& q, const LatticePoint& r) {
  const WideCross n = wide_normal(p, q, r);
  return {static_cast<double>(n.x), static_cast<double>(n.y), static_cast<double>(n.z)};
}

int lattice_side(const LatticePoint& p, const LatticePoint& q, const LatticePoint& r,
                 const LatticePoint& point) {
  const WideCross n = wide_normal(p, q, r);
  const Wide volume = n.x * (point.x - p.x) + n.y * (point.y - p.y) + n.z * (point.z - p.z);
  return volume > 0 ? 1 : (volume < 0 ? -1 : 0);
}

}  // namespace solfec
