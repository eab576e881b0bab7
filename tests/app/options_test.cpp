#include "app/options.h"

#include <gtest/gtest.h>

namespace solfec {
namespace {

std::string usage_error_of(const std::vector<std::string>& words) {
  try {
    (void)parse_options(words);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(Options, NoWordsIntroduceTheProgram) {
  EXPECT_EQ(parse_options({}).action, Action::introduce);
}

using Words = std::vector<std::string>;

TEST(Options, StandBeforeAndBehindTheScript) {
  for (const Words& words : {Words{"-q", "-t", "3", "-w", "a.py", "x", "-c"},
                             Words{"a.py", "-q", "-t", "3", "-w", "x", "-c"},
                             Words{"-t", "3", "a.py", "-w", "-q", "--", "x", "-c"}}) {
    const Options options = parse_options(words);
    EXPECT_EQ(options.action, Action::run);
    EXPECT_EQ(options.settings.script, "a.py");
    EXPECT_EQ(options.settings.threads, 3);
    EXPECT_TRUE(options.settings.quiet);
    EXPECT_TRUE(options.settings.write_anew);
    EXPECT_FALSE(options.settings.go_on);
    EXPECT_EQ(options.settings.script_arguments, (Words{"x", "-c"}));
  }
}

TEST(Options, WordsOfAScriptFollowADoubleDashWhichIsNoneOfThem) {
  const auto arguments = [](const Words& words) {
    return parse_options(words).settings.script_arguments;
  };
  EXPECT_EQ(arguments({"a.py", "--", "-q"}), (Words{"-q"}));
  EXPECT_EQ(arguments({"a.py", "--", "a", "--", "b"}), (Words{"a", "--", "b"}));
  EXPECT_EQ(arguments({"a.py", "a", "--", "b"}), (Words{"a", "--", "b"}));
  EXPECT_EQ(arguments({"--", "a.py", "-q"}), (Words{"-q"}));  // no more options, as it says
  EXPECT_EQ(arguments({"a.py", "-0.5", "-q"}), (Words{"-0.5", "-q"}));  // a number
  EXPECT_EQ(arguments({"a.py", "-.5"}), (Words{"-.5"}));
  EXPECT_EQ(arguments({"a.py", "-"}), (Words{"-"}));
  EXPECT_EQ(usage_error_of({"a.py", "--bricks", "3"}),
            "unknown option '--bricks'; words for the script follow --; see solfec --help");
}

TEST(Options, ThatAnActionWouldIgnoreAreRefused) {
  EXPECT_EQ(usage_error_of({"--info", "/", "-w"}),
            "option -w has no meaning for a look at a folder");
  EXPECT_EQ(usage_error_of({"/", "-t", "3"}), "option -t has no meaning for a look at a folder");
  EXPECT_EQ(usage_error_of({"--repair", "/", "-o", "x"}), "option -o has no meaning for --repair");
  EXPECT_EQ(usage_error_of({"--export", "csv", "/", "-i", "3"}),
            "option -i has no meaning for --export");
  EXPECT_EQ(usage_error_of({"--solve", "p", "-c"}), "option -c has no meaning for --solve");
  EXPECT_EQ(usage_error_of({"--solve", "p", "--why-solver"}),
            "option --why-solver has no meaning for --solve");
  EXPECT_EQ(usage_error_of({"--why", "a", "b", "out", "-c"}), "option -c has no meaning for --why");
  EXPECT_EQ(usage_error_of({"--watch", "/", "--read"}),
            "option --read has no meaning for a folder in the viewer");
  EXPECT_EQ(usage_error_of({"-v", "a.py", "--share", "3"}),
            "option --share has no meaning for -v with a script");
  EXPECT_EQ(usage_error_of({"--render", "a.py", "-o", "a.png", "-i", "3"}),
            "option -i has no meaning for --render");
  EXPECT_EQ(usage_error_of({"--version", "-w"}),
            "option -w has no meaning for what prints or writes a text");
  for (const Words& words : {Words{"-w"},
                             {"-c"},
                             {"--read"},
                             {"-i", "3"},
                             {"--max-walltime", "3"},
                             {"--verbose"},
                             {"--why-solver"},
                             {"--log", "l"}}) {
    Words line = {"--check", "a.py"};
    line.insert(line.end(), words.begin(), words.end());
    EXPECT_EQ(usage_error_of(line), "option " + words.front() + " has no meaning for --check");
  }
  EXPECT_EQ(usage_error_of({"/", "x"}), "unexpected word 'x'");
  EXPECT_EQ(usage_error_of({"-q", "--info", "/"}), "");
  EXPECT_EQ(usage_error_of({"a.py", "--info", "/"}), "unexpected word 'a.py'");
}

TEST(Options, HelpAndVersionHaveShortNamesAndDocLists) {
  EXPECT_EQ(parse_options({"-h"}).action, Action::help);
  EXPECT_EQ(parse_options({"-V"}).action, Action::version);
  EXPECT_EQ(parse_options({"--doc"}).action, Action::doc);
  EXPECT_EQ(parse_options({"--doc"}).name, "");
  EXPECT_EQ(parse_options({"--doc", "BODY"}).name, "BODY");
}

TEST(Options, AnExampleTakesTheOptionsAndWordsOfAScript) {
  EXPECT_EQ(parse_options({"--example"}).action, Action::example);
  EXPECT_EQ(parse_options({"--example"}).name, "");
  const Options options = parse_options({"--example", "arch", "-w", "-t", "2", "--", "-x", "0.1"});
  EXPECT_EQ(options.action, Action::example);
  EXPECT_EQ(options.name, "arch");
  EXPECT_TRUE(options.settings.write_anew);
  EXPECT_EQ(options.settings.threads, 2);
  EXPECT_EQ(options.settings.script_arguments, (Words{"-x", "0.1"}));
  EXPECT_FALSE(options.print_example);
  EXPECT_TRUE(parse_options({"--example", "arch", "--print"}).print_example);
  EXPECT_TRUE(parse_options({"--print", "--example", "arch"}).print_example);
  EXPECT_EQ(parse_options({"--example", "arch", "--help"}).action, Action::help);
  EXPECT_EQ(usage_error_of({"--example", "arch", "--print", "x"}), "unexpected word 'x'");
  EXPECT_EQ(usage_error_of({"a.py", "--print"}), "option --print belongs to --example NAME");
  EXPECT_EQ(usage_error_of({"--print", "--example"}), "option --print belongs to --example NAME");
  EXPECT_EQ(usage_error_of({"--example", "arch", "--print", "-w"}),
            "option -w has no meaning for what prints or writes a text");
}

TEST(Options, TheSelfTestTakesThreadsAlone) {
  EXPECT_EQ(parse_options({"--selftest"}).action, Action::selftest);
  EXPECT_EQ(usage_error_of({"--selftest", "-t", "1", "-q"}), "");
  EXPECT_EQ(usage_error_of({"--selftest", "-w"}), "option -w has no meaning for --selftest");
  EXPECT_EQ(usage_error_of({"--selftest", "x"}), "unexpected word 'x'");
}

TEST(Options, CheckKnowsTheOptionsOfFoldersAndThreads) {
  const Options options =
      parse_options({"a.py", "--check", "-q", "-s", "sub", "-o", "dir", "-t", "1"});
  EXPECT_EQ(options.action, Action::run);
  EXPECT_TRUE(options.settings.check_only);
  EXPECT_EQ(options.settings.subfolder, "sub");
  EXPECT_EQ(options.settings.output, "dir");
}

TEST(Options, HelpIsShownBehindAScriptToo) {
  for (const char* const word : {"-h", "--help"}) {
    EXPECT_EQ(parse_options({word}).action, Action::help);
    EXPECT_EQ(parse_options({"a.py", word}).action, Action::help);
    EXPECT_EQ(parse_options({"a.py", "-w", "--", word}).action,
              Action::run);  // a word of the script
  }
  EXPECT_EQ(parse_options({"-V"}).action, Action::version);
  EXPECT_EQ(parse_options({"--doc"}).action, Action::doc);
}

TEST(Options, ReadingOtherResultsExcludesWriting) {
  EXPECT_TRUE(parse_options({"a.py", "--read"}).settings.read_others);
  EXPECT_TRUE(parse_options({"a.py", "-w", "--keep-states"}).settings.keep_states);
  EXPECT_FALSE(parse_options({"a.py", "-w"}).settings.keep_states);
  EXPECT_EQ(usage_error_of({"--solve", "p", "--keep-states"}),
            "option --keep-states has no meaning for --solve");
  EXPECT_EQ(usage_error_of({"--read", "-w", "a.py"}), "options --read and -w exclude each other");
}

TEST(Options, AllSettingsAreRead) {
  const Options options = parse_options({"-w", "-s", "sub", "-o", "dir", "-i", "2.5", "a.py"});
  EXPECT_TRUE(options.settings.write_anew);
  EXPECT_EQ(options.settings.subfolder, "sub");
  EXPECT_EQ(options.settings.output, "dir");
  EXPECT_EQ(options.settings.report_interval, 2.5);
}

TEST(Options, LongRunsHaveTheirSettings) {
  const Options options =
      parse_options({"-c", "--max-walltime", "01:30:15.5", "--log", "l", "--verbose", "a.py"});
  EXPECT_TRUE(options.settings.go_on);
  EXPECT_EQ(options.settings.max_walltime, 5415.5);
  EXPECT_EQ(options.settings.log_file, "l");
  EXPECT_TRUE(options.settings.verbose);
  EXPECT_FALSE(options.settings.why_solver);
  const Options why = parse_options({"--why", "a", "2", "out", "--time", "0.5", "-o", "x.svg"});
  EXPECT_EQ(why.action, Action::why);
  EXPECT_EQ(why.name, "out");
  EXPECT_EQ(why.why.first, "a");
  EXPECT_EQ(why.why.second, "2");
  EXPECT_EQ(why.why.times.times, std::vector<double>{0.5});
  EXPECT_EQ(why.why.picture, "x.svg");
  EXPECT_TRUE(parse_options({"a.py", "--why-solver"}).settings.why_solver);
  EXPECT_EQ(parse_options({"--max-walltime", "90", "a.py"}).settings.max_walltime, 90.0);
  for (const char* const wrong : {"0", "1:2", "1:2:3:4", "x", "-1", "1::2", "nan"}) {
    EXPECT_THROW(parse_options({"--max-walltime", wrong, "a.py"}), UsageError) << wrong;
  }
  EXPECT_THROW(parse_options({"-c", "-w", "a.py"}), UsageError);
  EXPECT_EQ(parse_options({"--info", "dir"}).action, Action::summarize);
  EXPECT_EQ(parse_options({"--repair", "dir"}).action, Action::repair);
}

TEST(Options, ADoubleDashEndsTheOptionsAndAFolderIsSummarised) {
  EXPECT_EQ(parse_options({"--", "-odd.py"}).settings.script, "-odd.py");
  EXPECT_EQ(parse_options({"/"}).action, Action::summarize);
}

TEST(Options, AStoredProblemIsSolvedWithASolverAndATolerance) {
  const Options plain = parse_options({"--solve", "p.dat"});
  EXPECT_EQ(plain.action, Action::solve);
  EXPECT_EQ(plain.name, "p.dat");
  EXPECT_EQ(plain.solve.solver, "auto");
  EXPECT_EQ(plain.solve.tolerance, 1e-8);
  const Options chosen =
      parse_options({"--solver", "gauss-seidel", "--solve", "p", "--tolerance", "1e-4"});
  EXPECT_EQ(chosen.name, "p");
  EXPECT_EQ(chosen.solve.solver, "gauss-seidel");
  EXPECT_EQ(chosen.solve.tolerance, 1e-4);
  EXPECT_EQ(usage_error_of({"--solver", "auto", "a.py"}),
            "options --solver and --tolerance belong to --solve PROBLEM");
  EXPECT_EQ(
      usage_error_of({"--solve", "p", "--solver", "gauss-seidl"}).substr(0, 88),
      "option --solver: there is no solver 'gauss-seidl' (did you mean 'gauss-seidel'?); there ");
  EXPECT_EQ(usage_error_of({"--solve", "p", "--tolerance", "0"}),
            "option --tolerance needs a number > 0, got '0'");
}

TEST(Options, PicturesHaveASourceAFileAndOptionsOfTheirOwn) {
  const Options folder =
      parse_options({"--render", "/", "-o", "a.png", "--size", "64x80", "--chains"});
  EXPECT_EQ(folder.action, Action::render);
  EXPECT_EQ(folder.picture.source, "/");
  EXPECT_EQ(folder.picture.output, "a.png");
  EXPECT_EQ(folder.settings.output, "");
  EXPECT_EQ(folder.picture.height, 80);
  EXPECT_TRUE(folder.picture.chains);
  EXPECT_FALSE(folder.settings.pictures_only);
  const Options script =
      parse_options({"--time", "0:1", "-o", "a.gif", "--render", "a.py", "-s", "4", "short", "-w"});
  EXPECT_TRUE(script.settings.pictures_only);
  EXPECT_EQ(script.settings.script, "a.py");
  EXPECT_EQ(script.settings.subfolder, "4");
  EXPECT_EQ(script.settings.script_arguments, (std::vector<std::string>{"short", "-w"}));
  EXPECT_EQ(usage_error_of({"--render", "a.py"}), "option --render needs -o FILE");
  EXPECT_EQ(usage_error_of({"--render", "/", "-o", "a.png", "x"}), "unexpected word 'x'");
  EXPECT_EQ(usage_error_of({"--view", "top", "a.py"}), "option --view belongs to --render PATH");
  EXPECT_EQ(usage_error_of({"--render", "a.py", "-o", "a.png", "-w"}),
            "option --render computes nothing: without -w, -c and --check");
  EXPECT_EQ(usage_error_of({"--vieww", "top"}),
            "unknown option '--vieww' (did you mean '--view'?); see solfec --help");
}

TEST(Options, OptionsThatAPictureWouldIgnoreAreRefused) {
  const auto render = [](const std::string& file, const Words& more) {
    Words line = {"--render", "/", "-o", file};
    line.insert(line.end(), more.begin(), more.end());
    return usage_error_of(line);
  };
  EXPECT_EQ(render("a.png", {"--fps", "25"}),
            "option --fps belongs to a film (-o FILE.mp4 or FILE.gif); this command line draws "
            "none into 'a.png'");
  EXPECT_EQ(render("a.png", {"--every", "1"}),
            "option --every belongs to a range of times (--time T0:T1) or a film of all times; "
            "this command line draws none into 'a.png'");
  EXPECT_EQ(render("a.pdf", {"--columns", "2"}),
            "option --columns belongs to several times side by side in one picture "
            "(--time T1,T2,...); this command line draws none into 'a.pdf'");
  EXPECT_EQ(render("a.gif", {"--fps", "10", "--every", "2"}), "");
  EXPECT_EQ(render("a.gif", {"--every", "2", "--time", "0:1"}), "");
  EXPECT_NE(render("a.gif", {"--every", "2", "--time", "0,1"}), "");
  EXPECT_NE(render("a.gif", {"--columns", "2", "--time", "0,1"}), "");
  EXPECT_EQ(render("a.png", {"--every", "2", "--time", "0:1"}), "");
  EXPECT_NE(render("a.png", {"--fps", "2", "--time", "0:1"}), "");
  EXPECT_NE(render("a.png", {"--columns", "2", "--time", "0:1"}), "");  // numbered files
  EXPECT_EQ(render("a.pdf", {"--columns", "2", "--time", "0:1"}), "");
  EXPECT_EQ(render("a.png", {"--columns", "2", "--time", "0,1"}), "");
  EXPECT_NE(render("a.png", {"--columns", "2", "--time", "0"}), "");
  EXPECT_NE(render("a.png", {"--columns", "2", "--time", "0,1", "--overlay"}), "");
  EXPECT_EQ(usage_error_of({"--every", "2", "--render", "a.py", "-o", "a.mp4"}), "");
}

TEST(Options, AnExportTakesItsFormatAndItsFolder) {
  const Options plain = parse_options({"--export", "vtk", "out/a"});
  EXPECT_EQ(plain.action, Action::export_results);
  EXPECT_EQ(plain.name, "out/a");
  EXPECT_EQ(plain.export_command.format, ExportFormat::vtk);
  EXPECT_EQ(plain.export_command.target, "");
  const Options chosen = parse_options({"--time", "0.5:2", "--parts", "contacts,bodies", "--export",
                                        "csv", "out/a", "--fields", "gap", "-o", "there"});
  EXPECT_EQ(chosen.export_command.format, ExportFormat::csv);
  EXPECT_EQ(chosen.export_command.target, "there");
  EXPECT_EQ(chosen.export_command.times.range, (std::pair{0.5, 2.0}));
  EXPECT_EQ(chosen.export_command.parts, (std::vector{ExportPart::contacts, ExportPart::bodies}));
  EXPECT_EQ(chosen.export_command.fields, (std::vector<std::string>{"gap"}));
  EXPECT_EQ(usage_error_of({"--export", "xdmf", "a"}),
            "option --export needs the format vtk (for ParaView), csv (tables) or html (a page for "
            "browsers), got 'xdmf'");
  EXPECT_EQ(usage_error_of({"--export", "vtk"}), "option --export needs FORMAT DIR");
  EXPECT_EQ(usage_error_of({"--export", "vtk", "a", "--time", "x"}),
            "option --time: a time must be T or T0:T1 in seconds, got 'x'");
  EXPECT_EQ(usage_error_of({"--export", "vtk", "a", "--parts", "contact"}),
            "option --parts: there is no part 'contact' (did you mean 'contacts'?); there are "
            "bodies, obstacles, spheres, surfaces, contacts, forces, joints, loads");
  EXPECT_EQ(usage_error_of({"--export", "vtk", "a", "--fields", ""}),
            "option --fields needs LIST, got an empty word");
  const Options page = parse_options({"--export", "html", "out/a", "--every", "3"});
  EXPECT_EQ(page.export_command.format, ExportFormat::html);
  EXPECT_EQ(page.export_command.every, 3);
  EXPECT_EQ(usage_error_of({"--export", "html", "a", "--every", "0"}),
            "option --every needs a number from 1 to 1000000000, got '0'");
  EXPECT_EQ(usage_error_of({"--parts", "bodies", "a.py"}),
            "option --parts belongs to --export FORMAT DIR");
}

TEST(Options, AnEqualSignPutsTheValueIntoTheWord) {
  const Options options =
      parse_options({"--render=a.py", "-o", "a.png", "--cut=-y=0.1", "--", "--x=1"});
  EXPECT_EQ(options.action, Action::render);
  EXPECT_EQ(options.name, "a.py");
  ASSERT_EQ(options.picture.cuts.size(), 1U);
  EXPECT_EQ(options.picture.cuts[0].normal.y, -1.0);
  EXPECT_EQ(options.settings.script_arguments, (Words{"--x=1"}));
  EXPECT_EQ(parse_options({"a.py", "--max-walltime=0:1:0", "b", "--c=2"}).settings.max_walltime,
            60.0);
  EXPECT_EQ(usage_error_of({"a.py", "--max-walltime="}),
            "option --max-walltime needs T, got an empty word");
  EXPECT_EQ(usage_error_of({"a.py", "--verbose=1"}),
            "option --verbose takes no value, got '--verbose=1'");
  EXPECT_EQ(usage_error_of({"--export=vtk", "a"}),
            "option --export takes its values behind it, got '--export=vtk'");
  EXPECT_EQ(usage_error_of({"--cuts=1", "a.py"}),
            "unknown option '--cuts' (did you mean '--cut'?); see solfec --help");
}

TEST(Options, MistakesNameTheOption) {
  EXPECT_EQ(usage_error_of({"--hlep"}),
            "unknown option '--hlep' (did you mean '--help'?); see solfec --help");
  EXPECT_EQ(usage_error_of({"-z", "a.py"}), "unknown option '-z'; see solfec --help");
  EXPECT_EQ(usage_error_of({"-s"}), "option -s needs SUB");
  EXPECT_EQ(usage_error_of({"-s", "", "a.py"}), "option -s needs SUB, got an empty word");
  EXPECT_EQ(usage_error_of({"-i", "-1", "a.py"}), "option -i needs a number >= 0, got '-1'");
  EXPECT_EQ(usage_error_of({"-i", "nan", "a.py"}), "option -i needs a number >= 0, got 'nan'");
  EXPECT_EQ(usage_error_of({"-t", "1x", "a.py"}),
            "option -t needs a number from 1 to 4096, got '1x'");
  EXPECT_EQ(usage_error_of({"-f", "a.py"}), "options -g and -f belong to -v or --watch DIR");
  EXPECT_EQ(usage_error_of({"-v", "-g", "800", "a.py"}), "option -g needs WIDTHxHEIGHT, got '800'");
  EXPECT_EQ(usage_error_of({"-v", "-g", "0x9", "a.py"}),
            "option -g WxH needs a number from 1 to 8192, got '0'");
  EXPECT_EQ(usage_error_of({"-v", "--info", "a"}),
            "option -v needs a script or a folder, and no other action");
  EXPECT_EQ(usage_error_of({"-v", "--check", "a.py"}), "options -v and --check exclude each other");
  EXPECT_EQ(usage_error_of({"--render", "a", "--export", "html", "a"}),
            "options --render and --export exclude each other");
  EXPECT_EQ(usage_error_of({"--info", "a", "--repair", "a"}),
            "options --info and --repair exclude each other");
  EXPECT_EQ(usage_error_of({"--example", "drop", "--info", "a"}),
            "options --example and --info exclude each other");
  EXPECT_EQ(usage_error_of({"-v"}), "no script given; see solfec --help");
  EXPECT_EQ(usage_error_of({"-q"}), "no script given; see solfec --help");
  EXPECT_EQ(usage_error_of({"--version", "a.py"}), "unexpected word 'a.py'");
}

TEST(Options, TheViewerOpensAScriptOrAFolder) {
  const Options script = parse_options({"-v", "-f", "-s", "4", "a.py", "-g", "800x600", "x", "-f"});
  EXPECT_EQ(script.action, Action::view);
  EXPECT_TRUE(script.settings.viewer);
  EXPECT_TRUE(script.view.wireframe);
  EXPECT_EQ(script.view.width, 800);
  EXPECT_EQ(script.view.height, 600);
  EXPECT_EQ(script.settings.subfolder, "4");
  EXPECT_EQ(script.settings.script_arguments, (Words{"x", "-f"}));
  const Options folder = parse_options({"-v", "-s", "4", "/tmp", "-g", "900x700"});
  EXPECT_EQ(folder.action, Action::view);
  EXPECT_EQ(folder.name, "/tmp/4");
  EXPECT_FALSE(folder.settings.viewer);
  EXPECT_EQ(folder.view.width, 900);
  const Options watched = parse_options({"--watch", "out/a"});
  EXPECT_EQ(watched.action, Action::view);
  EXPECT_TRUE(watched.view.follow);
}

}  // namespace
}  // namespace solfec
