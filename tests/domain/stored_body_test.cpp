#include "domain/stored_body.h"

#include <gtest/gtest.h>

#include "archive/archive_error.h"
#include "support/message_of.h"

namespace solfec {
namespace {

TEST(StoredBody, FormsOfEarlierProgramsHaveLinearElements) {
  for (int form = 0; form < 3; ++form) {
    StoredBody body;
    body.element = ElementFormulation::mixed;
    set_form_code(body, form);
    EXPECT_EQ(static_cast<int>(body.form), form);
    EXPECT_EQ(body.element, ElementFormulation::linear);
    EXPECT_EQ(form_code(body), form);
  }
}

TEST(StoredBody, FormAndElementShareOneNumber) {
  StoredBody body;
  body.form = FiniteElementForm::corotational;
  body.element = ElementFormulation::mixed;
  EXPECT_EQ(form_code(body), 513);
  StoredBody read;
  set_form_code(read, 513);
  EXPECT_EQ(read.form, FiniteElementForm::corotational);
  EXPECT_EQ(read.element, ElementFormulation::mixed);
}

TEST(StoredBody, UnknownFormsAreRefused) {
  for (const std::int32_t code : {-1, 3, 255, 259, 768}) {
    StoredBody body;
    EXPECT_EQ(message_of<ArchiveError>([&] { set_form_code(body, code); }),
              "form of Body has the unknown number " + std::to_string(code));
  }
}

}  // namespace
}  // namespace solfec
