#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "archive/archive_error.h"
#include "archive/columns.h"
#include "archive/fields.h"

namespace solfec::test {

template <typename T>
std::vector<std::byte> saved(const T& value) {
  XdrWriter out;
  save(value, out);
  return {out.bytes().begin(), out.bytes().end()};
}

/// Loads all of `bytes`. @return whether they could be read; the value is then saved once more.
template <typename T>
bool can_load(std::span<const std::byte> bytes) {
  try {
    XdrReader in(bytes);
    const T value = load<T>(in);
    const std::vector<std::byte> again = saved(value);  // whatever was read can be written
    XdrReader in_again{std::span<const std::byte>(again)};
    EXPECT_EQ(saved(load<T>(in_again)), again);
    return true;
  } catch (const ArchiveError&) {
    return false;
  }
}

/// A pair must give back what it was given: save -> load -> save gives the same bytes. Bytes that
/// are cut off are refused; with a bit of each byte flipped they are refused or read as another
/// value, which can be written and read again.
template <typename T>
void check_round_trip(const T& value) {
  const std::vector<std::byte> bytes = saved(value);
  ASSERT_EQ(bytes.size() % 4, 0U);
  XdrReader in{std::span<const std::byte>(bytes)};
  EXPECT_EQ(saved(load<T>(in)), bytes);
  EXPECT_EQ(in.remaining(), 0U);
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(can_load<T>(std::span(bytes).first(length))) << length << " bytes";
  }
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (const std::byte flip : {std::byte{1}, std::byte{0x80}}) {
      std::vector<std::byte> damaged = bytes;
      damaged[i] ^= flip;
      (void)can_load<T>(damaged);
    }
  }
}

}  // namespace solfec::test
