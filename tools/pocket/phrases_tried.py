"""How people ask for a repair in a row of them: by a test, by what a call gives, by an error, by what is printed."""

from __future__ import annotations

from tools.pocket.tell import rows

CHECKED = rows("""
{test} is red and I think {file} is to blame, please mend it
my {file} does not get through {test}. Put it right, would you
{file} has gone wrong somewhere, {test} says so
the check {test} stumbles over {file}. Mend the code
somebody was in {file} last night and now {test} no longer passes
have a look at {file}[,|:|;] {test} won't pass
{test} doesn't go through. It is about {file}, repair that
there must be a slip in {file}, otherwise {test} would pass
try things in {file} until {test} passes
keep at {file} until {test} has nothing to complain about
please get {file} past {test}
I can't see what is wrong in {file}, but {test} does. Mend it please
{file} fails its check {test}. Find the line and mend it
{test} is unhappy with {file}[.|;|:] make it happy by mending the code
my daughter wrote {file} for school and {test} from her teacher rejects it. Help her out
one line in {file} is off, {test} proves it; mend that line
mend {file}, the proof that it is broken is {test}
{file} is nearly right. {test} shows what is missing
I changed a line of {file} and forgot which one. {test} fails now, undo my damage
we cannot ship {file} while {test} fails. Repair it
{test} should go through with {file} as it was meant. Find what is off
whatever is wrong in {file}, {test} must pass in the end
bring {file} in order, {test} is the judge
the code is {file}, the check is {test}, it fails, you mend it
{test} -> fails, because of {file}. mend
check {file} with {test} and mend what is wrong
don't touch {test}. {file} is what has to be mended
have {test} pass again, the slip must be in {file}
a slip of the finger in {file}, I suppose: {test} fails
I inherited {file} from a colleague and {test} fails with it, please put it in order
""")

TEST_ONLY = rows("""
{test} is red, mend the code
{test} fails[.|!|, please mend the code|. Mend what it checks]
{test} won't pass. Mend the code behind it
get {test} through
please have {test} pass
I want to see {test} pass
{test} stopped working after my last change, put the code right
try until {test} passes
work on the code until {test} has no complaints
{test} says that something is wrong. Find it and put it right
what does {test} complain about? Put it right
would you mend what {test} has found
the build stops at {test}, mend it
my tutor says {test} must pass by tomorrow. Help
{test} must pass, leave it as it is and mend the code
{test} finds a fault, remove it please
now and then I type nonsense. {test} caught some of it, put it right
""")

NEXT_TEST = rows("""
and {test}?
now {test}
now {test} please
next: {test}
next one is {test}
{test} as well
{test} too please
{test} is red too
{test} fails as well, mend that too
the same for {test}
then {test}, it fails as well
and what about {test}? It doesn't pass either
good. {test} next
thanks, now {test}
great, {test} is still red
on to {test}
{test} now, same procedure
also {test} doesn't go through
there is one more, {test}
and the last one, {test}
please do {test} as well
fine. {test} also has a complaint
ok and {test} fails too
then there is {test}. Red as well
could you do the same with {test}
can you get {test} through as well
another red one: {test}
{test} is the next patient
go on with {test}
my colleague says {test} is failing, too. Mend it
what is wrong with {test}, then? Mend that too
let us continue with {test}
""")

SYMPTOM = rows("""
{call} comes out as {wrong}, but it has to be {right}. It is in {file}
{call} gives me {wrong} and I'd expect {right}; mend {file}
with {file} I get {wrong} from {call}, the right answer is {right}
by hand I get {right} for {call}, {file} says {wrong}. Mend it
my wife worked it out on paper: {call} is {right}. {file} makes {wrong} of it
{file} thinks that {call} is {wrong}. It's {right}
{file} computes {wrong} for {call}, and not {right} as it ought to
there's a slip in {file}: {wrong} for {call}, where {right} belongs
somewhere in {file} there is a slip, {call} should come to {right} and not to {wrong}
can you see why {file} turns {call} into {wrong}? {right} is what I need
{call} ought to be {right}. {file} has it as {wrong}
I tried {call} and got {wrong}. {right} would have been right. Look into {file}
a customer noticed that {call} yields {wrong} and not {right}. That is {file}, mend it
for {call} the answer must be {right}; {file} answers {wrong}
mend {file}, {call} has to come out as {right}, at the moment it is {wrong}
mend {name} in {file}: it makes {wrong} out of {call}, I want {right}
the function {name} has a slip in it. {call} is {wrong} with {file}, right is {right}
something is off with {name}: {call}, that's {wrong} now and must be {right}. See {file}
{file}, function {name}: {call} yields {wrong}; should yield {right}
{name} doesn't do what I want, {call} should be {right} and comes out as {wrong}. It's in {file}
wanted: {right} for {call}. have: {wrong}. file: {file}
{call} -> {wrong}? no, {right}. {file}
{call} = {wrong} is nonsense, it is {right}. Mend {file}
not {wrong} but {right} is what {call} must give, correct {file} please
since this morning {file} says {wrong} when asked for {call}. It used to say {right}
our accountant found that {call} ends up as {wrong}, not as {right}; the code is {file}
I wrote {file} on the train and {call} gives {wrong} rather than {right}
how can {call} be {wrong}? {right}! Please mend {file}
why on earth is {call} {wrong} in {file}? I need {right}
when {call} is asked for, {file} must answer {right}. Now it is {wrong}
""")

TASKED = rows("""
{file} is supposed to {does}, but {call} gives {wrong} and not {right}
{name} should {does}. It doesn't: {call} is {wrong}, right would be {right}. Mend {file}
in {file} {name} should {does}; instead of {right} I get {wrong} for {call}
I asked for something that would {does}, and {file} makes {wrong} of {call} where {right} is right
{file} ought to {does}. Then {call} would be {right}. It is {wrong} though
mend {file}, it has to {does}: {call} must be {right}, not {wrong}
the job of {name} is to {does}. With {file} as it is {call} is {wrong}, and should be {right}
{name} has to {does}, so {call} must be {right}. {file} says {wrong}
""")

NEXT_SYMPTOM = rows("""
and {call} in {file} gives {wrong}, it should be {right}
next, {file}: {call} is {wrong}, must be {right}
now {file}. {call} comes out as {wrong} and should be {right}
{file} too: {wrong} for {call}, right is {right}
also {call} in {file}, that's {wrong} and should be {right}
then {file} has a slip as well, {call} must be {right} instead of {wrong}
one more: {file} makes {wrong} out of {call}, I expect {right}
good, and now {call}. {file} says {wrong}, right would be {right}
thanks. {file} is wrong as well, {call} has to be {right} and not {wrong}
what about {file}? {call} gives {wrong} instead of {right}
the same trouble with {file}: {call}, {wrong} where it should be {right}
on to {file}, where {call} yields {wrong} and not {right}
my son says that {call} can't be {wrong}. It is {right}. That one is in {file}
ok, {file} next. I want {right} from {call} and get {wrong}
last one. {call} is {wrong} in {file}, make that {right}
please do {file} as well: {call} should come to {right}, it comes to {wrong}
""")

FAILS = rows("""
running {command} gives {error}, mend it
I get {error} as soon as I start {command}
{command} stops with {error}[.|. Mend that|, please mend it|, what's that? Mend it]
{error} is all I get from {command}
why does {command} end with {error}? Put it right
help, {command} says {error}
{command}: {error}. Mend please
it says {error} when I call {command}. I don't understand it, mend it for me
{command} worked yesterday and today it is {error}
can you make {error} go away? It comes from {command}
my screen shows {error} after {command}, put it right please
there is {error} at the end of {command}. Find the cause and mend it
what is {error} supposed to mean? I only ran {command}. Mend whatever it is
{command} dies with {error}, please have a look and mend it
I typed {command} and got {error}. Mend the code
""")

NEXT_FAILS = rows("""
now {command} stops with {error}
and {command} gives {error}
{command} next, that one ends with {error}
also {error} from {command}
then {command}: {error}
{error} is what {command} says, mend that too
the next one is {command}, {error}
thanks. {command} still dies with {error}
one more, {command}. It says {error}
and why do I get {error} from {command}? Mend it as well
""")

OWN = rows("""
{file} ends with an assertion that fails, mend the code above
python3 {file} should go through its own checks. It doesn't, mend it
the asserts at the end of {file} are right, the code is not
{file} checks itself at its end, and fails. Mend it
run {file}, its own checks fail, put the code right
{file} doesn't pass its own asserts
{file} must run through, but an assert stops it. Don't touch the asserts
mend {file} so that it runs to its end
{file} stops at one of its asserts, find out why and mend it
the self-check of {file} fails. The asserts stay, the code has to change
I put some asserts under the code of {file} and one is not fulfilled. Mend the code
why does {file} stop? The asserts are fine. Put it right
please get {file} to run without a complaint
""")

NEXT_OWN = rows("""
now {file}, it fails its own asserts
and {file}? It stops at an assert
{file} next, it doesn't run through either
{file} has asserts at its end too, and one fails
then {file}. Its asserts are right, its code is not
the same with {file}, which checks itself
mend {file} as well, it should run through
also {file} doesn't get to its end
thanks, {file} also stops
""")

PRINTS = rows("""
{file} prints {wrong}, it should print {right}
when I run {file} it says {wrong} and I'd expect {right}
python3 {file} gives {wrong}. Right is {right}, mend it
the output of {file} is {wrong}, it must be {right}
{file} should print {right}[, not {wrong}| and not {wrong}|. It prints {wrong}]
I want to see {right} when {file} runs, it shows {wrong}
{wrong} is what {file} prints. It must be {right}, mend the code
my paper says {right}, {file} says {wrong}. Mend {file}
on my screen {file} shows {wrong} where {right} belongs, put it right
how come {file} prints {wrong}? It has to be {right}
{file} used to print {right}. Now it's {wrong}. What happened? Mend it
mend {file}[,|:|;] its output is {wrong} and ought to be {right}
there is a slip in {file}, it prints {wrong} in place of {right}
expected output of {file}: {right}. Real output: {wrong}. Mend it
run {file}, it prints {wrong}. The right answer is {right}, find the slip
""")

NEXT_PRINTS = rows("""
now {file}: it prints {wrong}, right is {right}
and {file} prints {wrong} instead of {right}
{file} too, it says {wrong} and should say {right}
then {file}, whose output must be {right} and not {wrong}
also {file}. {right} is what it should print, not {wrong}
next {file}, I expect {right} and see {wrong}
the same for {file}, {wrong} must become {right}
thanks, now {file} should print {right}, it prints {wrong}
one more, {file} shows {wrong} where {right} is right
and why does {file} print {wrong}? Make that {right}
""")

BOTH = rows("""
there are two slips in {file}, {test} will show them one after the other
{file} has two mistakes. Mend both, {test} tells you
two functions of {file} are wrong, make {test} pass
mend everything that {test} finds in {file}
{test} fails, and I fear {file} has more than one mistake
go through {file} with {test} until nothing is wrong any more
{file} is a mess, keep mending until {test} passes
more than one thing is off in {file}, see {test}
run {test} again and again and mend {file} until it passes
{test} must pass; there may be several slips in {file}
""")

STILL = rows("""
now {call} gives {wrong}, it should be {right}
there is a second slip in it: {call} is {wrong} and must be {right}
but {call} is still wrong, {wrong} and not {right}
and {call}? That's {wrong}, should be {right}
in the same file, {call} gives {wrong}, I need {right}
{call} comes out as {wrong}, mend that too, it is {right}
good. But the other function is off as well: {call} must be {right}, not {wrong}
hm, {call} should be {right} as well, it is {wrong}
also {name} in there is wrong, {call} is {right} and not {wrong}
one more thing in that file: {wrong} for {call}, right would be {right}
my friend tried {call} with it and got {wrong}. {right} it should be
""")

DATA = rows("""
{file} stops with {error}, mend the code, not the data
python3 {file} gives {error}
I get {error} from {file}[.|. Mend it|, put it right|. The data file is as it should be]
why does {file} end with {error}? Put it right
{file} says {error}. {data} must stay as it is
mend {file}, it stops with {error}
{file} should read {data} but it says {error}
{file} can't cope with {data}: {error}. Change the script
there is {error} when {file} runs, have a look at {data} and mend the script
{file} worked before {data} was changed. Now it is {error}
""")
