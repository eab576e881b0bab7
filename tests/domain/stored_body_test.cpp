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
  for (const std::int32_t code : {-1, 4, 255, 259, 768}) {
    StoredBody body;
    EXPECT_EQ(message_of<ArchiveError>([&] { set_form_code(body, code); }),
              "form of Body has the unknown number " + std::to_string(code));
  }
}

TEST(StoredBody, FormsWithABaseShareANumberAndHaveOneOfTheirOwn) {
  for (const auto form :
       {FiniteElementForm::corotational_modal, FiniteElementForm::corotational_reduced}) {
    for (const auto element : {ElementFormulation::linear, ElementFormulation::bending}) {
      StoredBody body;
      body.form = form;
      body.element = element;
      EXPECT_EQ(form_code(body), 3);
      StoredBody read;
      set_form_code(read, form_code(body));
      EXPECT_TRUE(has_base().test(read));
      set_base_form_code(read, base_form_code(body));
      EXPECT_EQ(read.form, form);
      EXPECT_EQ(read.element, element);
    }
  }
  StoredBody body;
  EXPECT_FALSE(has_base().test(body));
  EXPECT_EQ(message_of<ArchiveError>([&] { set_base_form_code(body, 1); }),
            "base_form of Body has the number 1 of a form without a base");
}

TEST(StoredBody, BasesWhoseNumbersDoNotGoTogetherAreRefused) {
  const auto message = [](std::vector<double> values, std::size_t numbers,
                          std::vector<double> ratios) {
    StoredBody body;
    body.base.eigenvalue = std::move(values);
    body.base.vector.assign(numbers, 1.0);
    body.base.ratio = std::move(ratios);
    return message_of<ArchiveError>([&] { check_base(body); });
  };
  EXPECT_EQ(message({1.0, 2.0}, 12, {0.1, 0.2}), "");
  EXPECT_EQ(message({1.0, 2.0}, 12, {}), "");
  EXPECT_EQ(message({}, 12, {}), "a base has 0 vectors of 12 numbers");
  EXPECT_EQ(message({1.0, 2.0}, 9, {}), "a base has 2 vectors of 9 numbers");
  EXPECT_EQ(message({1.0, 2.0}, 0, {}), "a base has 2 vectors of 0 numbers");
  EXPECT_EQ(message({1.0, 2.0}, 12, {0.1}), "a base has 2 vectors and 1 ratios");
}

}  // namespace
}  // namespace solfec
