#pragma once

#include <string>

namespace solfec {

/// Text of the exception of type Error that `call` throws; empty when it throws none.
template <typename Error, typename Call>
std::string message_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace solfec
