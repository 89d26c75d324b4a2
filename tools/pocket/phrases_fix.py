"""How people ask for a repair: with a test, with a crash, with a wrong result."""

from __future__ import annotations

from tools.pocket.tell import rows

WITH_TEST = rows("""
fix {file} so that {test} passes
fix {file} until {test} passes
fix {file}[,|;|:] {test} fails
fix the [bug|error|mistake|problem|fault] in {file}. The test is {test}
repair {file}, {test} [fails|is red|does not pass|breaks]
make {test} pass by [fixing|correcting|changing|repairing] {file}
make {test} pass. The code is in {file}
make {test} green. Only touch {file}
get {test} to pass, [the code it tests is in|it tests|it is about] {file}
get {test} green again; the [mistake|bug] is in {file}
find the [mistake|bug] in {file} that makes {test} fail and [fix|correct|repair] it
find out why {test} fails and [fix|repair|correct] {file}
run {test}, see why it fails[,| and] fix {file}
run {test} and repair {file} until it passes
run {test}. It fails because of {file}. Correct that
use {test} to find the [bug|error] in {file}, and fix it
debug {file} with {test}
correct {file}[,|.] [so that|such that] {test} [goes through|runs through|succeeds|passes]
look at why {test} fails, then fix {file}
change {file} so that {test} [succeeds|is happy|stops failing|no longer fails|works]
there is a bug in {file} - see {test} - [fix it|please correct it|repair it]
work on {file} until {test} is green
solve this: {test} fails, and {file} is to blame
heal {file}. {test} tells you what is sick
={test} fails. [Fix|Repair|Correct] {file}
={test} fails and the [reason|cause|bug|mistake] is in {file}
={test} [is failing|is red|is broken|breaks|does not pass any more|doesn't pass]. Please [fix|repair|correct] {file}
={test} should pass but doesn't[. The bug is in|, the error must be in|, something is wrong in] {file}
={test} used to pass. Since my last change in {file} it doesn't. Repair that
={test} complains about {file}. Sort it out
={test} tests {file}, and it fails. Find and fix the [bug|mistake]
=the test {test} fails because of {file}, [can you fix it|please fix it|fix that]
=the test {test} [fails|is red], so there must be a [bug|mistake] in {file}. [Fix|Correct] it
=the function in {file} is wrong, {test} shows it. Repair it
=something in {file} is [wrong|broken|off]. {test} shows what. Fix it
=something is wrong with {file}: {test} fails. Could you fix it
={file} has a [bug|mistake|fault], {test} shows it. [Fix|Correct|Repair] it
={file} has one wrong line. {test} will tell you. Put it right
={file} is broken[, says|, according to] {test}. [Fix|Mend|Correct] it
={file} doesn't do what {test} expects. Change {file}, not the test
={file} does not pass {test}. Make it pass
=i broke {file}, [now|and now] {test} fails. Help
=i made a mistake in {file} and {test} noticed. Correct it please
=i can't get {test} to pass. The code is in {file}. [Can you|Will you|Could you]
=why does {test} fail? Fix {file}
=can you see what is wrong in {file}? {test} fails. Repair it
=can you make {test} pass? It is {file} that has to change
=could you fix {file}? You can check with {test}
=would you repair {file}? {test} must pass afterwards
=my teacher's {test} fails with my {file}. Please correct my code
=my colleague changed {file} and since then {test} fails. Repair it
=our build is red: {test}. The culprit is {file}. Fix it
=we need {test} to pass before lunch. Fix {file}
=please find the error in {file}; {test} must run without one
=please do not touch {test}, but fix {file} so that it passes
=don't change {test}. Change {file} until {test} passes
=after your fix in {file} {test} has to pass
=goal: {test} passes. File to change: {file}
=task: repair {file}, check with {test}
={test} -> red. {file} -> bug. Fix
={file}: bug. {test}: fails. Fix it
=bug in {file}, test in {test}, please fix
=failing test: {test}. Faulty code: {file}. Repair it
=red test {test}, wrong code in {file}, you know what to do: fix it
""")
TEST_ALONE = rows("""
fix the code so that {test} passes
fix whatever makes {test} fail
fix what {test} complains about
make {test} pass
make {test} [green|pass again|work|succeed|go through]
make sure {test} passes, fix the code if it doesn't
get {test} to pass
run {test} and fix [the code|what fails|the bug|what is wrong|the problem]
run {test} and repair what it finds
run {test}. If it fails, fix the code it tests
find out why {test} fails and [fix it|repair the code|correct the code]
find the bug that {test} shows and fix it
repair the code that {test} tests
correct the code until {test} is happy
see why {test} fails and mend the code
debug {test} and fix the code behind it
look into {test}: it fails. Fix the code, not the test
solve the problem that {test} reports
help me get {test} green
={test} fails[, fix it|. Fix it|. Please repair the code|. Find the bug and fix it|, can you fix the code|. Do something about it]
={test} [is red|is broken|doesn't pass|goes wrong|gives an error][. Fix the code|. Correct it|, please fix|. Repair it]
={test} should pass. [Make it so|Make that happen|Fix the code]
={test} used to work. Find out what is wrong and repair it
={test} stopped passing this morning, please repair the code
=the test {test} [fails|is red]. [Fix it|Repair the code|Find the cause and fix it]
=the test in {test} fails, please fix the code
=why does {test} fail? Please fix that
=what is wrong with {test}? Make it pass, but don't change the test
=can you fix what {test} finds
=can you make {test} pass
=could you get {test} to pass[| by fixing the code]
=i want {test} to pass
=i need {test} green, fix the code
=i get an error from {test}. [Fix it|Please fix the cause]
=python3 {test} fails. Fix it
=python3 {test} ends with an error, please fix the code
=when i run {test} it fails. Repair that
=our pipeline fails at {test}. Fix the code
=there's a bug somewhere, {test} shows it. Fix it
=please repair what {test} complains about, and run it again
=do what it takes to make {test} pass, but leave the test as it is
=leave {test} alone and fix the code so that it passes
=failing: {test}. Fix
={test}: fails. Please fix the code.
""")
NO_NAMES = rows("""
fix the failing test
fix the failing tests
fix the tests[| please]
fix the code so that the [test passes|tests pass]
fix what the tests complain about
make the tests pass
make the test pass
make the tests green[| again]
get the tests to pass
get the tests green
run the tests and fix what fails
run the tests and fix the [bug|code|error|mistake]
run the tests and repair the code
run the test, look at the failure, fix the code
find out why the tests fail and fix it
find and fix the bug that the test shows
repair the code, the test fails
repair this so that the tests pass
correct the code until the test passes
=the tests fail[, fix it|. Fix them|. Please fix the code|. Repair the code|, can you fix that]
=the test fails[. Fix it|, please repair the code|. Find out why and fix it]
=the tests are red[. Fix the code|, please fix it|. Make them green]
=a test is failing here. [Fix it|Please fix the code]
=one of the tests fails. Fix the code
=tests are broken, please fix
=why do the tests fail? Fix it
=can you make the tests pass
=can you fix the failing test
=could you repair the code so that the tests pass
=i broke something, the tests fail. Fix it
=something is wrong here, the tests show it. Repair it
=our tests don't pass any more. Please fix the code
=please make this project's tests pass
=the unit tests fail. Find the bug and fix it
=there is a bug in this project, and a test for it. Fix it
""")
CRASH = rows("""
fix {file}
fix {file}, it crashes
fix the [error|crash|bug|exception|mistake] in {file}
fix {file} so that it runs
fix {file} [and run it|and run it again|and show me that it works|, then run it]
repair {file}, it [stops with an error|doesn't run|crashes|fails|raises an exception]
repair the script {file}
debug {file}
debug {file}[,| -] it [crashes|fails|doesn't start|throws an error]
make {file} run[| without errors|| again]
make {file} work
get {file} to run
get {file} working again
run {file} and fix the [error|problem|crash]
run {file}. If it fails, fix it
run {file} and repair what goes wrong
find out why {file} crashes and [fix|repair|correct] it
find the error in {file} and correct it
correct the [mistake|error|bug] in {file}
help me with {file}, it gives an error
look into {file}, it fails when i run it. Fix it
solve the error that {file} gives
={file} crashes[. Fix it|, fix it please|. Please repair it|. Find out why and fix it]
={file} [fails|doesn't run|does not work|stops with an error|is broken|raises an error|throws an exception|gives a traceback][. Fix it|. Please fix|. Repair it|, can you fix it|. Correct it]
={file} should run but [it crashes|it doesn't]. Repair it
={file} used to run, now it doesn't. Fix it
={file} does not run any more, please repair it
=python3 {file} [fails|crashes|gives an error|ends in a traceback|exits with 1]. Fix it
=python3 {file} says there is an error. Please correct it
=when i [run|start|execute|launch] {file} [i get an error|it crashes|it fails|there is a traceback]. Fix it
=when {file} starts it fails at once. Fix that
=i get [an error|a traceback|an exception] from {file}. [Fix it|Please repair it|What is it? Fix it]
=i can't run {file}. Fix it
=i mistyped something in {file}. Find and correct it
=there is an error in {file}. Fix it
=there's a bug in {file} that makes it crash. Fix it
=why does {file} crash? Fix it
=why doesn't {file} run? Please repair it
=what is wrong with {file}? It fails. Fix it
=what's wrong in {file}? Run it and fix it
=can you fix {file}
=can you fix {file}? It doesn't run
=can you get {file} to run
=could you find out why {file} fails and repair it
=something in {file} makes it crash. Please correct it
=somebody broke {file}. Repair it
=my script {file} doesn't work. Help me fix it
=my script {file} ends with an error, please fix it
=our script {file} fails since today. Repair it
=please fix {file}, it must run
=the script {file} [is broken|crashes|fails|has a bug]. [Fix|Repair|Mend] it
=the program {file} crashes at the start. Fix that
=error in {file}, please fix
=broken: {file}. Repair it and run it
={file} -> traceback. Fix please
""")
ERROR_SHOWN = rows("""
=i get {error} when i run {file}. Fix it
=i get {error} from {file}. Please fix it
={file} gives {error}[. Fix it|, please fix it|. Repair that|. What is it? Correct it]
={file} [fails|crashes|stops|ends] with {error}[. Fix it|. Please repair it|, can you fix that]
=running {file} gives {error}. Fix it
=python3 {file} says {error}. Fix it
=python3 {file} ends with {error}. Correct the code
=why do i get {error} in {file}? Fix it
=what does {error} mean in {file}? Please fix it
fix the {error} in {file}
fix this error in {file}: {error}
repair {file}, it says {error}
get rid of this error in {file}: {error}
=error in {file}: {error}. Please fix
=help, {file} prints {error}. Repair it
={error} - that is what {file} says. Fix it
=there is this error in {file}: {error}. Make it go away
=the script {file} dies with {error}. Fix it
={file}: {error}. Fix please
=since yesterday {file} fails with {error}. Repair it
""")
WRONG_RESULT = rows("""
={call} in {file} gives {wrong} but should give {right}. Fix it
={call} in {file} gives {wrong}, not {right}. Correct it
={call} returns {wrong} instead of {right}. The code is in {file}. Fix it
={call} should be {right}, but {file} makes it {wrong}. Repair it
={call} should return {right}. It returns {wrong}. Fix {file}
={call} must be {right} and not {wrong}. Repair {file}
={call} is {wrong}? It should be {right}. Please fix {file}
=i expect {right} from {call}, but i get {wrong}. The function is in {file}. Fix it
=i expected {call} to be {right}. It is {wrong}. Correct {file}
=i called {call} and got {wrong}, that's wrong, it should be {right}. Fix {file}
=i get {wrong} for {call}, it should be {right}. Fix {file}
=in {file}, {call} gives {wrong} and not {right}. Please correct it
=in {file} the function {name} is wrong: {call} gives {wrong} but {right} is right. Fix it
=the function {name} in {file} has a bug: {call} is {wrong}, it should be {right}. Fix it
=the function {name} in {file} is wrong. For {call} i want {right}, i get {wrong}. Repair it
={name} in {file} is buggy. {call} should give {right} but gives {wrong}. Fix it
={name} in {file} gives {wrong} for {call}. Correct would be {right}. Fix it
={file}: {call} -> {wrong}, expected {right}. Fix it
={file}: expected {right} from {call}, got {wrong}. Please fix
=bug in {file}: {call} == {wrong}, want {right}. Repair it
=why is {call} {wrong}? It should be {right}. Fix {file}
=why does {file} say that {call} is {wrong}? {right} is correct. Fix that
=shouldn't {call} be {right}? {file} gives {wrong}. Repair it
=can you find out why {call} gives {wrong} and not {right}? Fix it in {file}
fix {file}: {call} should give {right}, not {wrong}
fix {name} in {file}[,|:|;] {call} must be {right}, it is {wrong}
fix the bug in {file}. {call} gives {wrong}, but {right} would be right
repair {name} in {file}. {call} returns {wrong} and should return {right}
correct {file} so that {call} gives {right}. At the moment it gives {wrong}
make {call} return {right} and not {wrong}. See {file}
debug {name} in {file}: {call} returns {wrong} although {right} is expected
find the mistake in {file}: {call} comes out as {wrong}, not as {right}
""")
