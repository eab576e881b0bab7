#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "domain/domain_fixture.h"

namespace solfec {
namespace {

/// How often a domain of bodies at rest lists pieces and pairs anew, which depends on what is done
/// between its steps.
class Listings : public DomainFixture {
 protected:
  Listings() {
    floor_ = add(BodyKind::obstacle, box_shape({-5, -5, -1}, {5, 5, 0}));
    for (int k = 0; k < 3; ++k) {
      blocks_.push_back(add(BodyKind::rigid, box_shape({2.0 * k, 0, 0}, {2.0 * k + 1, 1, 1})));
    }
    domain_.loads.gravity[2].constant = -10.0;
  }

  using Counts = std::pair<std::int64_t, std::int64_t>;  // of pieces and of pairs

  /// In some steps, before each of which the same thing is done.
  Counts made_in_steps(const std::function<void()>& before) {
    const std::int64_t pieces = domain_.piece_listings();
    const std::int64_t pairs = domain_.pair_listings();
    for (int k = 0; k < 5; ++k) {
      before();
      (void)domain_.step(solver_, 1e-3);
    }
    return {domain_.piece_listings() - pieces, domain_.pair_listings() - pairs};
  }

  BodyId floor_{};
  std::vector<BodyId> blocks_;
};

TEST_F(Listings, CommandsThatChangeNothingMakeNothingAnew) {
  EXPECT_EQ(made_in_steps([] {}), Counts(1, 1));
  domain_.exclude_contact(blocks_[0], blocks_[1]);
  domain_.exclude_contact(blocks_[1], 0, floor_, 0);
  EXPECT_EQ(made_in_steps([] {}).second, 1);  // other pairs are excluded, once
  const std::pair<const char*, std::function<void()>> commands[] = {
      {"bodies that are not there are removed", [&] { domain_.remove_body(99); }},
      {"no body is removed", [&] { domain_.remove_bodies({}); }},
      {"the same pair is excluded", [&] { domain_.exclude_contact(blocks_[1], blocks_[0]); }},
      {"the same pieces are excluded", [&] { domain_.exclude_contact(floor_, 0, blocks_[1], 0); }},
      {"contact to itself stays off", [&] { domain_.set_self_contact(blocks_[0], false); }},
      {"the rule of points stays",
       [&] { domain_.set_contact_points(domain_.contact_params.points); }},
      {"the material stays",
       [&] { domain_.update_bulk_material(0, BulkMaterial(domain_.bulk_materials()[0])); }},
  };
  for (const auto& [name, command] : commands) {
    EXPECT_EQ(made_in_steps(command), Counts(0, 0)) << name;
  }
}

TEST_F(Listings, ChangesMakeListsAnew) {
  made_in_steps([] {});
  domain_.remove_body(blocks_[2]);
  EXPECT_EQ(made_in_steps([] {}).first, 1);
  domain_.set_self_contact(blocks_[0], true);
  EXPECT_EQ(made_in_steps([] {}).first, 1);
  domain_.exclude_contact(blocks_[0], floor_);
  EXPECT_EQ(made_in_steps([] {}).second, 1);
}

}  // namespace
}  // namespace solfec
