#include <gtest/gtest.h>

#include "support/message_of.h"
#include "viewer/picture/picture_request.h"

namespace solfec {
namespace {

PictureRequest request_of(std::string_view name, const std::string& value) {
  PictureRequest request;
  set_picture_option(request, name, value);
  return request;
}

std::string refusal(std::string_view name, const std::string& value) {
  return message_of<PictureRequestError>([&] { (void)request_of(name, value); });
}

TEST(PictureRequest, ValuesAreTaken) {
  EXPECT_EQ(request_of("--size", "640x480").width, 640);
  EXPECT_EQ(request_of("--time", "0.5,1,2").times.list, (std::vector<double>{0.5, 1, 2}));
  const PictureTimes range = request_of("--time", "0.5:2").times;
  EXPECT_EQ(range.kind, PictureTimes::Kind::range);
  EXPECT_EQ(range.last, 2.0);
  EXPECT_EQ(request_of("--view", "top").axes.forward, (Vec3{0, 0, -1}));
  EXPECT_NEAR(request_of("--view", "90,0").axes.forward.x, -1.0, 1e-12);
  EXPECT_EQ(request_of("--range", "-1:2").range.hi, 2.0);
  EXPECT_EQ(request_of("--at", "1,2,3").at->z, 3.0);
  EXPECT_EQ(request_of("--field", "dz").field->component, 2);
  EXPECT_EQ(request_of("--field", "speed").field->component, -1);
  EXPECT_FALSE(request_of("--parallel", "").perspective);
  EXPECT_FALSE(request_of("--bare", "").frame);
}

TEST(PictureRequest, CutsKeepWhatTheySay) {
  const auto removes = [](const PictureRequest& request, Vec3 p) {
    return dot(request.cuts[0].normal, p) > request.cuts[0].distance;
  };
  EXPECT_TRUE(removes(request_of("--cut", "y=1"), {0, 2, 0}));
  EXPECT_FALSE(removes(request_of("--cut", "y=1"), {0, 0, 0}));
  EXPECT_TRUE(removes(request_of("--cut", "-y=1"), {0, 0, 0}));
  EXPECT_FALSE(removes(request_of("--cut", "-y=1"), {0, 2, 0}));
  const PictureRequest plane = request_of("--cut", "1,0,0,2,0,0");
  EXPECT_TRUE(removes(plane, {1.1, 0, 0}));
  EXPECT_FALSE(removes(plane, {0.9, 0, 0}));
  PictureRequest many;
  for (int i = 0; i < kMostCuts; ++i) set_picture_option(many, "--cut", "x=1");
  EXPECT_EQ(message_of<PictureRequestError>([&] { set_picture_option(many, "--cut", "x=1"); }),
            "option --cut: there are at most 6 cuts");
}

TEST(PictureRequest, NamesOfBodiesStandBetweenCommas) {
  PictureRequest request = request_of("--hide", "floor,wall*");
  set_picture_option(request, "--hide", "7");
  EXPECT_EQ(request.hidden, (std::vector<std::string>{"floor", "wall*", "7"}));
  EXPECT_TRUE(request.transparent.empty());
  EXPECT_EQ(request_of("--transparent", "a").transparent, std::vector<std::string>{"a"});
  EXPECT_TRUE(request_of("--thrust", "").thrust);
  EXPECT_EQ(refusal("--hide", "a,,b"),
            "option --hide needs labels or ids between commas, got 'a,,b'");
  EXPECT_NE(refusal("--transparent", ""), "");
}

TEST(PictureRequest, MistakesNameOptionRuleAndValue) {
  EXPECT_EQ(refusal("--size", "12"),
            "option --size needs WxH with 64 to 8192 pixels a side, got '12'");
  for (const char* const wrong :
       {"", "x", "64x", "64x64x64", "1x1", "9999x9999", "100.5x100", "nanx64"}) {
    EXPECT_NE(refusal("--size", wrong), "") << wrong;
  }
  for (const char* const wrong : {"", "x", "1:", "2:1", "1:2:3", "1,,2", "inf"}) {
    EXPECT_NE(refusal("--time", wrong), "") << wrong;
  }
  for (const char* const wrong : {"", "x", "x=", "w=1", "x=nan", "1,2,3", "1,2,3,0,0,0", "--x=1"}) {
    EXPECT_NE(refusal("--cut", wrong), "") << wrong;
  }
  for (const char* const wrong : {"behind", "1", "1,91", "1,nan"}) {
    EXPECT_NE(refusal("--view", wrong), "") << wrong;
  }
  for (const char* const name :
       {"--zoom", "--fps", "--scale", "--columns", "--every", "--warp", "--least"}) {
    EXPECT_NE(refusal(name, "0"), "") << name;
    EXPECT_NE(refusal(name, "-1"), "") << name;
    EXPECT_NE(refusal(name, "x"), "") << name;
    EXPECT_EQ(refusal(name, "2"), "") << name;
  }
  EXPECT_NE(refusal("--columns", "1.5"), "");
  EXPECT_NE(refusal("--range", "1:1"), "");
  EXPECT_NE(refusal("--at", "1,2"), "");
  EXPECT_EQ(refusal("--field", "dzz").substr(0, 56),
            "option --field: there is no field 'dzz'; there are dx, d");
}

TEST(PictureRequest, TheEndingOfTheFileSaysWhatItIs) {
  EXPECT_EQ(format_of("a.b/c.png"), PictureFormat::png);
  EXPECT_TRUE(is_film(format_of("c.gif")));
  EXPECT_EQ(message_of<PictureRequestError>([] { (void)format_of("c.jpg"); }),
            "option -o: a picture ends with .png, .pdf, .eps, .gif or .mp4, got 'c.jpg'");
}

}  // namespace
}  // namespace solfec
