#pragma once

// The loops of packed_kernel.h as templates over a tag of the instruction set: versions that are
// compiled with different options share no function. No inline function of another header is
// called.

#include "solver/sweep/packed_contact_error.h"
#include "solver/sweep/packed_kernel.h"

namespace solfec::lanes {

template <typename Isa>
struct Loops : ContactErrorLanes<Isa> {
  using Lanes<Isa>::load;
  using Lanes<Isa>::store;
  using Lanes<Isa>::all;
  using Lanes<Isa>::any;
  using Lanes<Isa>::select;
  using Lanes<Isa>::square_root;
  using Lanes<Isa>::absolute;
  using Lanes<Isa>::sum;
  using Lanes<Isa>::load3;
  using Lanes<Isa>::store3;
  using Lanes<Isa>::dot;
  using Lanes<Isa>::cross;
  using typename OneContactLanes<Isa>::Block;
  using OneContactLanes<Isa>::solve;
  using ContactErrorLanes<Isa>::beyond_rounding;
  using ContactErrorLanes<Isa>::mapped;
  using ContactErrorLanes<Isa>::spurious_energy;

  // ---- bodies ----------------------------------------------------------------------------------

  /// Velocities and inverse inertias of one body per lane.
  struct Body {
    Triple angular, linear;
    Value inverse_mass;
    Value diagonal[3];  // A_xx, A_yy, A_zz
    Value mixed[3];     // A_xy, A_xz, A_yz
  };

  /// Four numbers of each of four places, turned into four values.
  static void load_columns(const double* const (&from)[kLanes], int offset, Value (&to)[4]) {
    turn(load(from[0] + offset), load(from[1] + offset), load(from[2] + offset),
         load(from[3] + offset), to);
  }
  static void turn(Value a, Value b, Value c, Value d, Value (&to)[4]) {
    const Value ab_even = __builtin_shufflevector(a, b, 0, 4, 2, 6);
    const Value ab_odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const Value cd_even = __builtin_shufflevector(c, d, 0, 4, 2, 6);
    const Value cd_odd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
    to[0] = __builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5);
    to[1] = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5);
    to[2] = __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7);
    to[3] = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7);
  }

  static Body load_body(const PackRange& range, const int (&place)[kLanes]) {
    alignas(64) static constexpr double kAtRest[16] = {};
    const double* from[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) {
      from[lane] = place[lane] < 0 ? kAtRest : range.slot[place[lane]].v;
    }
    Value part[4];
    Body body;
    load_columns(from, 0, part);
    body.angular = {part[0], part[1], part[2]};
    const Value linear_x = part[3];
    load_columns(from, 4, part);
    body.linear = {linear_x, part[0], part[1]};
    body.inverse_mass = part[2];
    load_columns(from, 8, part);
    for (int k = 0; k < 3; ++k) body.diagonal[k] = part[k];
    body.mixed[0] = part[3];
    load_columns(from, 12, part);
    body.mixed[1] = part[0];
    body.mixed[2] = part[1];
    return body;
  }

  static void store_velocity(const PackRange& range, const int (&place)[kLanes], const Body& body) {
    Value low[4];
    Value high[4];
    turn(body.angular.x, body.angular.y, body.angular.z, body.linear.x, low);
    turn(body.linear.y, body.linear.z, body.inverse_mass, all(0.0), high);
    for (int lane = 0; lane < kLanes; ++lane) {
      if (place[lane] < 0) continue;
      store(range.slot[place[lane]].v, low[lane]);
      store(range.slot[place[lane]].v + 4, high[lane]);
    }
  }

  /// Adds the velocity that a force p with this arm gives.
  static void push(Body& body, const Triple& arm, const Triple& p) {
    const Triple torque = cross(arm, p);
    const Value(&d)[3] = body.diagonal;
    const Value(&m)[3] = body.mixed;
    body.angular.x += d[0] * torque.x + m[0] * torque.y + m[1] * torque.z;
    body.angular.y += m[0] * torque.x + d[1] * torque.y + m[2] * torque.z;
    body.angular.z += m[1] * torque.x + m[2] * torque.y + d[2] * torque.z;
    body.linear.x += body.inverse_mass * p.x;
    body.linear.y += body.inverse_mass * p.y;
    body.linear.z += body.inverse_mass * p.z;
  }

  // ---- rows ------------------------------------------------------------------------------------

  /// Frame and arms of a packed row.
  struct Geometry {
    Triple t1, t2, n, first_arm, second_arm;

    explicit Geometry(const PackedRow& row)
        : t1{load(row.frame[0]), load(row.frame[1]), load(row.frame[2])},
          t2{load(row.frame[3]), load(row.frame[4]), load(row.frame[5])},
          n{load(row.frame[6]), load(row.frame[7]), load(row.frame[8])},
          first_arm{load(row.arm[0]), load(row.arm[1]), load(row.arm[2])},
          second_arm{load(row.arm[3]), load(row.arm[4]), load(row.arm[5])} {}
  };

  static Triple relative_velocity(const Geometry& g, const Body& first, const Body& second,
                                  const Triple& free) {
    const Triple a = cross(first.angular, g.first_arm);
    const Triple b = cross(second.angular, g.second_arm);
    const Triple d{(first.linear.x + a.x) - (second.linear.x + b.x),
                   (first.linear.y + a.y) - (second.linear.y + b.y),
                   (first.linear.z + a.z) - (second.linear.z + b.z)};
    return {free.x + dot(g.t1, d), free.y + dot(g.t2, d), free.z + dot(g.n, d)};
  }

  static void push_row(const Geometry& g, Body& first, Body& second, const Triple& r) {
    const Triple p{g.t1.x * r.x + g.t2.x * r.y + g.n.x * r.z,
                   g.t1.y * r.x + g.t2.y * r.y + g.n.y * r.z,
                   g.t1.z * r.x + g.t2.z * r.y + g.n.z * r.z};
    push(first, g.first_arm, p);
    push(second, g.second_arm, {-p.x, -p.y, -p.z});
  }

  // ---- the loops -------------------------------------------------------------------------------

  template <bool kMomentum>
  static void sweep(const PackRange& range, const Momentum& momentum, ChunkSums& sums) {
    Value gradient_squared = all(0.0);
    Value change_squared = all(0.0);
    Value size_squared = all(0.0);
    Value alone_squared = all(0.0);
    for (int k = range.begin; k < range.end; ++k) {
      const Pack& pack = range.pack[k];
      Body first = load_body(range, pack.body[0]);
      Body second = load_body(range, pack.body[1]);
      for (int point = 0; point < pack.points; ++point) {
        PackedRow& row = range.row[pack.first_row + point];
        const Geometry geometry(row);
        const Block block(row, momentum.proximal);
        Triple x = load3(row.r);
        if constexpr (kMomentum) x = predict(row, momentum, x);
        const Triple u = relative_velocity(geometry, first, second, load3(row.free));
        Value lambda = load(row.slip);
        const Triple r = solve(block, u, x, load(row.friction), momentum.slip_tolerance, lambda);
        const Triple change{r.x - x.x, r.y - x.y, r.z - x.z};
        const Value change2 = dot(change, change);
        store(row.slip, lambda);
        store3(row.r, r);
        if constexpr (kMomentum) {
          store3(row.gradient, {-change.x, -change.y, -change.z});
          gradient_squared += block.metric * change2;
        }
        change_squared += change2;
        const Triple reaction{r.x, r.y, r.z - load(row.cohesion)};
        size_squared += dot(reaction, reaction);
        alone_squared += block.metric * dot(reaction, reaction);
        push_row(geometry, first, second, change);
      }
      store_velocity(range, pack.body[0], first);
      store_velocity(range, pack.body[1], second);
    }
    sums.gradient_squared += sum(gradient_squared);
    sums.change_squared += sum(change_squared);
    sums.size_squared += sum(size_squared);
    sums.alone_squared += sum(alone_squared);
  }

  /// x = r + beta direction; direction = beta direction - sigma gradient.
  static Triple predict(PackedRow& row, const Momentum& momentum, const Triple& r) {
    const Triple g = load3(row.gradient);
    const Triple d = load3(row.direction);
    const Triple bd{momentum.beta * d.x, momentum.beta * d.y, momentum.beta * d.z};
    store3(row.direction,
           {bd.x - momentum.sigma * g.x, bd.y - momentum.sigma * g.y, bd.z - momentum.sigma * g.z});
    return {r.x + bd.x, r.y + bd.y, r.z + bd.z};
  }

  static void evaluate(const PackRange& range, double scale, bool store_velocity,
                       ChunkResidual& sums) {
    Value residual_squared = all(0.0);
    Value velocity_squared = all(0.0);
    Value reaction_squared = all(0.0);
    Value merit = all(0.0);
    Value worst = all(-1.0);
    Value worst_row = all(-1.0);
    for (int k = range.begin; k < range.end; ++k) {
      const Pack& pack = range.pack[k];
      const Body first = load_body(range, pack.body[0]);
      const Body second = load_body(range, pack.body[1]);
      for (int point = 0; point < pack.points; ++point) {
        PackedRow& row = range.row[pack.first_row + point];
        const Triple u = relative_velocity(Geometry(row), first, second, load3(row.free));
        const Triple r = load3(row.r);
        const Value mu = load(row.friction);
        if (store_velocity) store3(row.gradient, u);
        // ũ = u + mu |u_T| n
        const Triple lifted{u.x, u.y, u.z + mu * square_root(u.x * u.x + u.y * u.y)};
        const Triple scaled{scale * r.x, scale * r.y, scale * r.z};
        const Triple p = mapped(scaled, lifted, u, mu);
        const Triple miss{scaled.x - p.x, scaled.y - p.y, scaled.z - p.z};
        const Value share = beyond_rounding(dot(miss, miss), load(row.rounding));
        const Value miss2 = share * dot(miss, miss);
        residual_squared += miss2;
        velocity_squared += dot(u, u);
        reaction_squared += dot(scaled, scaled);
        const Block block(row, 0.0);
        const Triple x{block.metric * r.x, block.metric * r.y, block.metric * r.z};
        merit += share * spurious_energy(block, x, mapped(x, lifted, u, mu));
        const Mask larger = miss2 > worst;
        worst = select(larger, miss2, worst);
        worst_row = select(larger, all(static_cast<double>(pack.first_row + point)), worst_row);
      }
    }
    sums.residual_squared += sum(residual_squared);
    sums.velocity_squared += sum(velocity_squared);
    sums.reaction_squared += sum(reaction_squared);
    sums.merit += sum(merit);
    for (int lane = 0; lane < kLanes; ++lane) {
      if (!(worst[lane] > sums.worst)) continue;
      sums.worst = worst[lane];
      sums.worst_row = static_cast<int>(worst_row[lane]) * kLanes + lane;
    }
  }

  static void scatter(const PackRange& range) {
    for (int k = range.begin; k < range.end; ++k) {
      const Pack& pack = range.pack[k];
      Body first = load_body(range, pack.body[0]);
      Body second = load_body(range, pack.body[1]);
      for (int point = 0; point < pack.points; ++point) {
        const PackedRow& row = range.row[pack.first_row + point];
        const Triple r = load3(row.r);
        push_row(Geometry(row), first, second, {r.x, r.y, r.z - load(row.cohesion)});
      }
      store_velocity(range, pack.body[0], first);
      store_velocity(range, pack.body[1], second);
    }
  }

  // ---- preparation -----------------------------------------------------------------------------

  static constexpr double kRegularisation = 1e-12;  // of the trace (contact_block.h)

  /// Rotation that makes a symmetric matrix (a, b; b, d) diagonal, and its eigenvalues.
  struct Rotation {
    Value cosine, sine, first, second;

    Rotation(Value a, Value b, Value d) {
      const Value half = 0.5 * (d - a);
      const Value larger = absolute(half) + square_root(half * half + b * b);
      const Mask needed = (b != 0.0) & (larger > 0.0);
      const Value t =
          select(needed, select(half < 0.0, -b, b) / select(needed, larger, all(1.0)), all(0.0));
      cosine = 1.0 / square_root(1.0 + t * t);
      sine = -t * cosine;
      first = a - t * b;
      second = d + t * b;
    }
  };

  /// Components of two columns along the rotated tangents.
  static void rotate(const Rotation& q, double (&x)[kLanes], double (&y)[kLanes]) {
    const Value a = load(x);
    const Value b = load(y);
    store(x, q.cosine * a + q.sine * b);
    store(y, q.cosine * b - q.sine * a);
  }

  /// Frame and arms of the first and the second body.
  static void set_geometry(const PackedInput& input, const PackedSource* source, PackedRow& row) {
    alignas(64) static constexpr double kNone[16] = {};
    const double* from[kLanes];
    Mask turned{};
    for (int lane = 0; lane < kLanes; ++lane) {
      const bool used = source[lane].row >= 0;
      from[lane] = used ? input.jacobian[source[lane].row].frame.m : kNone;
      turned[lane] = used && source[lane].turned ? -1 : 0;
    }
    const Value sign = select(turned, all(-1.0), all(1.0));
    Value part[16];  // the frame and both arms follow each other
    for (int k = 0; k < 4; ++k) {
      Value four[4];
      load_columns(from, 4 * k, four);
      for (int c = 0; c < 4; ++c) part[4 * k + c] = four[c];
    }
    for (int entry = 0; entry < 9; ++entry) store(row.frame[entry], sign * part[entry]);
    for (int c = 0; c < 3; ++c) {
      store(row.arm[c], select(turned, part[12 + c], part[9 + c]));
      store(row.arm[3 + c], select(turned, part[9 + c], part[12 + c]));
    }
  }

  /// The symmetric part of W_ii; that of an empty lane has the size 1.
  struct Diagonal {
    Value w11, w12, w22, w1n, w2n, wnn;

    Diagonal(const PackedInput& input, const PackedSource* source) {
      static constexpr double kUnit[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
      const double* from[kLanes];
      for (int lane = 0; lane < kLanes; ++lane) {
        from[lane] = source[lane].row >= 0 ? input.W[source[lane].row].m : kUnit;
        wnn[lane] = from[lane][8];
      }
      Value first[4];
      Value second[4];
      load_columns(from, 0, first);
      load_columns(from, 4, second);
      w11 = first[0];
      w12 = 0.5 * (first[3] + first[1]);
      w22 = second[0];
      w1n = 0.5 * (second[2] + first[2]);
      w2n = 0.5 * (second[3] + second[1]);
    }
  };

  static double prepare_row(const PackedInput& input, int k) {
    PackedRow& row = input.row[k];
    const PackedSource* source = input.source + ptrdiff_t{kLanes} * k;
    set_geometry(input, source, row);
    const Diagonal w(input, source);
    const Value shift = kRegularisation * (w.w11 + w.w22 + w.wnn);
    const Value w1 = w.w1n;
    const Value w2 = w.w2n;
    const Value normal = w.wnn + shift;
    const Value inverse = 1.0 / normal;
    const Rotation q((w.w11 + shift) - w1 * w1 * inverse, w.w12 - w1 * w2 * inverse,
                     (w.w22 + shift) - w2 * w2 * inverse);
    const Value schur[2] = {select(q.first > shift, q.first, shift),
                            select(q.second > shift, q.second, shift)};
    const Value ratio[2] = {(q.cosine * w1 + q.sine * w2) * inverse,
                            (q.cosine * w2 - q.sine * w1) * inverse};
    store(row.normal, normal);
    store(row.cosine, q.cosine);
    store(row.sine, q.sine);
    for (int c = 0; c < 3; ++c) rotate(q, row.frame[c], row.frame[3 + c]);
    rotate(q, row.free[0], row.free[1]);
    rotate(q, row.r[0], row.r[1]);
    store(row.slip, all(0.0));
    const Value free_normal = load(row.free[2]);
    Value energy = free_normal * free_normal * inverse;
    for (int t = 0; t < 2; ++t) {
      store(row.schur[t], schur[t]);
      store(row.ratio[t], ratio[t]);
      const Value rest = load(row.free[t]) - ratio[t] * free_normal;
      energy += rest * rest / schur[t];
    }
    store(row.free[2], free_normal + load(row.gradient[2]));
    store3(row.gradient, {all(0.0), all(0.0), all(0.0)});
    store3(row.direction, {all(0.0), all(0.0), all(0.0)});
    return sum(energy);
  }

  static void prepare(const PackedInput& input, int begin, int end, double* energy) {
    for (int k = begin; k < end; ++k) energy[k] = prepare_row(input, k);
  }

  static constexpr PackedKernels kTable{&prepare, &sweep<false>, &sweep<true>, &evaluate, &scatter};
};

}  // namespace solfec::lanes
