"""How people ask for things in several files: compare, collect, count, rename and change everywhere."""

from __future__ import annotations

from tools.pocket.tell import rows

TWO_VALUES = rows("""
=what is the {n1} in {f1} and the {n2} in {f2}
=what are the {n1} in {f1} and the {n2} in {f2}
=what's the {n1} in {f1}, and what's the {n2} in {f2}
=which {n1} is in {f1} and which {n2} is in {f2}
=which {n1} does {f1} have, and which {n2} does {f2} have
=i need two [things|values]: the {n1} from {f1} and the {n2} from {f2}
=i need the {n1} from {f1} and also the {n2} from {f2}
=i'd like to know the {n1} in {f1} as well as the {n2} in {f2}
=two questions: {n1} in {f1}? {n2} in {f2}
=from {f1} i need the {n1}, from {f2} the {n2}
=in {f1} there is a {n1}, in {f2} a {n2}. What are they
={f1} has a {n1} and {f2} has a {n2}; tell me both
={n1} ({f1}) and {n2} ({f2}), please
={f1}: {n1}? {f2}: {n2}
=do you know the {n1} of {f1} and the {n2} of {f2}
=can you tell me the {n1} from {f1} and the {n2} from {f2}
=could you look up the {n1} in {f1} and then the {n2} in {f2}
=first the {n1} in {f1}, then the {n2} in {f2}: what are they
tell me the {n1} in {f1} and the {n2} in {f2}
give me the {n1} from {f1} and the {n2} from {f2}
read {f1} and {f2} and tell me the {n1} and the {n2}
read {f1} for the {n1} and {f2} for the {n2}
look into {f1} for the {n1} and into {f2} for the {n2}
look at {f1} and {f2}: what are the {n1} and the {n2}
open {f1} and {f2}. I want the {n1} from the first and the {n2} from the second
find the {n1} in {f1} and the {n2} in {f2}
find out the {n1} in {f1}, then the {n2} in {f2}
check the {n1} in {f1} and the {n2} in {f2}
report the {n1} of {f1} together with the {n2} of {f2}
show me both the {n1} from {f1} and the {n2} from {f2}
collect the {n1} from {f1} and the {n2} from {f2}
""")
SAME_VALUE = rows("""
=do {f1} and {f2} have the same {n}
=do {f1} and {f2} agree on the {n}
=do {f1} and {f2} use the same {n}
=do {f1} and {f2} differ in the {n}
=is the {n} the same in {f1} and {f2}
=is the {n} in {f1} the same as in {f2}
=is the {n} in {f1} equal to the one in {f2}
=does {f1} have the same {n} as {f2}
=does the {n} in {f1} match the one in {f2}
=does the {n} of {f1} fit {f2}
=are the {n} in {f1} and the {n} in {f2} the same
=are {f1} and {f2} in agreement about the {n}
=i think {f1} and {f2} have different values for the {n}. Is that so
=i hope {f1} and {f2} have the same {n}. Do they
=can you check that {f1} and {f2} have the same {n}
=what about the {n}: is it the same in {f1} and {f2}
=the {n} should be the same in {f1} and {f2}. Is it
=the {n} is in {f1} and in {f2}. Are the two equal
=same {n} in {f1} and {f2}
compare the {n} in {f1} and {f2}
compare {f1} with {f2}: is the {n} the same
compare {f1} and {f2} with regard to the {n}
check [if|whether] {f1} and {f2} have the same {n}
check [if|whether] the {n} is the same in {f1} and in {f2}
check whether {f1} and {f2} agree on the {n}
verify that the {n} in {f1} and {f2} is the same
tell me [if|whether] {f1} and {f2} have the same {n}
look at {f1} and {f2} and tell me if the {n} is equal
read {f1} and {f2}. Is the {n} the same in both
find out if the {n} differs between {f1} and {f2}
""")
LARGER = rows("""
=which of {f1} and {f2} has the {more} {n}
=which file has the {more} {n}, {f1} or {f2}
=which has the {more} {n}: {f1} or {f2}
=where is the {n} {more}, in {f1} or in {f2}
=is the {n} {more} in {f1} or in {f2}
=who has the {more} {n}, {f1} or {f2}
=is it {f1} or {f2} that has the {more} {n}
=of {f1} and {f2}, which one has the {more} {n}
=the {n} is set in {f1} and {f2}. Where is it {more}
={f1} or {f2}: which has the {more} {n}
=i want to know which of {f1} and {f2} has the {more} {n}
=can you see whether {f1} or {f2} has the {more} {n}
compare {f1} and {f2}: which has the {more} {n}
compare the {n} in {f1} and {f2}. Where is it {more}
compare the {n} of {f1} with that of {f2} and tell me which is {more}
tell me which file has the {more} {n}, {f1} or {f2}
tell me where the {n} is {more}: {f1} or {f2}
look at {f1} and {f2} and say which has the {more} {n}
read {f1} and {f2} and tell me where the {n} is {more}
find out which of {f1} and {f2} has the {more} {n}
check {f1} and {f2}: whose {n} is {more}
""")
SUM_LINES = rows("""
=how many lines do {f1} and {f2} have together
=how many lines are in {f1} and {f2} [together|in total|altogether]
=how many lines have {f1} and {f2} in total
=what is the number of lines in {f1} plus {f2}
=how long are {f1} and {f2} together, in lines
=which is longer, {f1} or {f2}, and how many lines have they together
=the lines of {f1} and of {f2}: how many together
=i need the number of lines of {f1} and {f2}, added up
count the lines of {f1} and {f2} together
count the lines in {f1} and {f2} and add them up
add up the lines of {f1} and {f2}
tell me how many lines {f1} and {f2} have together
""")
POINTER = rows("""
=what is the {n}[|, please]? {f1} says where it is
=what is the {n}? [Start with|Begin with|Look at|See] {f1}
=what's the {n}? {f1} should lead you there
=what {n} do we use according to {f1}
=which {n} is used by {f1}
=which {n} does {f1} end up with
=according to {f1}, what is the {n}
=i need the {n}. {f1} tells you where to look
=i'm looking for the {n}. Start in {f1}
=the {n} should be in {f1} or in the file that it names. What is it
=can you find the {n}, starting from {f1}
find the {n}, starting with {f1}
find the {n}[.|;] [start at|begin at|look first in] {f1}
look into {f1} to find the {n}
follow {f1} to the {n}
use {f1} to find the {n}
read {f1} and tell me the {n}
tell me the {n}. {f1} knows where it is
""")
USES = rows("""
=where is {name} used
=where do we use {name}
=where is {name} called
=where does {name} occur
=where is {name} mentioned
=where is {name} imported and used
=where can i find uses of {name}
=in which files is {name} used
=in which files does {name} occur
=in which places is {name} called
=which files use {name}
=which files mention {name}
=which files would i have to change to rename {name}
=which files contain {name}
=who uses {name}
=who calls {name}
=what uses {name}
=what calls {name}
=what would break if i removed {name}
=is {name} used anywhere
=is {name} still used
=is {name} used in more than one file
=is {name} needed anywhere
=does anything use {name}
=does anybody call {name}
=do we use {name} at all
=how often is {name} used
=how often does {name} occur
=how many times is {name} used
=how many files use {name}
=can i delete {name} or is it used
=i want to know all places where {name} is used
=i need every place that mentions {name}
=i'm looking for everything that uses {name}
=show all uses of {name}
find all uses of {name}
find all places where {name} is used
find every place that uses {name}
find every use of {name}
find all callers of {name}
find all references to {name}
find everything that mentions {name}
find out where {name} is used
find out who uses {name}
list all uses of {name}
list all files that use {name}
list the places where {name} occurs
list every occurrence of {name}
show me where {name} is used
show me all places with {name}
show me who calls {name}
tell me where {name} is used
tell me which files use {name}
look up where {name} is used
look for uses of {name}
search for all uses of {name}
search the project for {name}
check where {name} is used
check if {name} is used anywhere
give me all places that use {name}
locate all uses of {name}
""")
DEFINED = rows("""
=where is {name} defined
=where is {name} declared
=where is the definition of {name}
=where does {name} come from
=where can i find the definition of {name}
=where is the function {name}
=where do we define {name}
=in which file is {name} defined
=in which file is the function {name}
=in which line is {name} defined
=which file defines {name}
=which file has the definition of {name}
=which module does {name} live in
=i'm looking for the definition of {name}
=i need to see where {name} is defined
=what file is {name} in
find the definition of {name}
find where {name} is defined
find the function {name}
find out where {name} is defined
show me where {name} is defined
tell me where {name} is defined
tell me which file defines {name}
locate the definition of {name}
look up where {name} is defined
search for the definition of {name}
""")
RENAME_ALL = rows("""
rename {old} to {new} everywhere
rename {old} to {new} in all files
rename {old} to {new} in the whole project
rename {old} to {new} in every file that uses it
rename {old} to {new}, also where it is [used|called]
rename {old} to {new} wherever it is used
rename the function {old} to {new} [everywhere|in all files|in the project|and all its uses]
rename the function {old} to {new}. It is used in several files
rename the function {old}; its new name is {new}. Don't forget the callers
rename {old} everywhere, to {new}
change the name {old} to {new} everywhere
change the name of {old} to {new} in all files
change the name of the function {old} to {new} in the whole project
change {old} to {new} in all files
call {old} {new} from now on, in all files
call the function {old} {new} everywhere
give {old} the name {new} in all files
give the function {old} the new name {new}, everywhere it is used
refactor: {old} becomes {new} in all files
refactor {old} to {new} across the project
replace the name {old} by {new} everywhere
replace the name {old} with {new} in every file
use the name {new} instead of {old} in all files
find all uses of {old} and rename them to {new}
find {old} in all files and rename it to {new}
=the function {old} should be called {new}, everywhere
=the function {old} should be named {new} in all files
=the function {old} needs a better name: {new}. Change it everywhere
=the name {old} is bad. Make it {new} in all files
={old} should be called {new} in the whole project
={old} should be {new} everywhere
={old} is now called {new}. Change all files
={old} gets the name {new}. Please change it in every file
={old} -> {new} in all files
=i don't like the name {old}. Rename it to {new} everywhere
=i'd like {old} to be called {new}, in all files that use it
=i want {old} renamed to {new} throughout
=we want to call {old} {new}. Change every file
=we decided to rename {old} to {new}; do it everywhere please
=our function {old} must be called {new}. It's used in more than one file
=can you rename {old} to {new} everywhere
=can you rename {old} to {new} across all files
=could you change the name {old} to {new} in the whole project
=please rename {old} to {new} in all the files here
=please rename {old}, in all files, to {new}
""")
VALUE_ALL = rows("""
change {old} to {new} everywhere
change {old} to {new} in all files
change {old} to {new} in the whole project
change {old} to {new} wherever it stands
change every {old} to {new}
change the {what} from {old} to {new} everywhere
change the {what} from {old} to {new} in all files
change the {what} to {new} everywhere. It is {old} now
change the {what} {old} to {new} in every file
replace {old} by {new} everywhere
replace {old} with {new} in all files
replace {old} with {new} in every file
replace {old} with {new} in the whole project
replace every {old} by {new}
replace all {old} with {new}, in all files
replace the {what} {old} by {new} in all files
update the {what} from {old} to {new} in all files
update the {what} everywhere: {old} becomes {new}
update all files: {old} is now {new}
set the {what} to {new} in all files where it is {old}
find all places with {old} and change them to {new}
find {old} in all files and replace it by {new}
search for {old} and replace it with {new} everywhere
swap {old} for {new} in all files
turn {old} into {new} in every file
use {new} instead of {old} everywhere
use {new} instead of {old} in all files
put {new} wherever it says {old}
make every {old} a {new} in this project
=the {what} changes from {old} to {new}. Update all files
=the {what} is now {new} and no longer {old}. Change it everywhere
=the {what} is {old} in several files. Make it {new} in all of them
=the {what} {old} stands in more than one file. It should be {new}
=the {what} has to be {new} instead of {old}, in all files
=our {what} is {new} now. It's still {old} in some files, please change that
=we moved from {old} to {new}. Change all files
=we have a new {what}, {new}. Replace {old} everywhere
=everywhere it says {old} it should say {new}
=every {old} in this folder should be {new}
=all files should say {new} and not {old}
=wherever you find {old}, make it {new}
={old} should be {new} everywhere
={old} should become {new} in all files
={old} is wrong, it's {new}. It stands in several files, change them all
={old} is outdated. {new} is right. Change every file that has it
={old} -> {new} in all files
=i want {new} instead of {old} in all files
=i need {old} changed to {new} throughout
=can you change {old} to {new} everywhere
=can you replace {old} by {new} in all files
=could you replace all {old} in the project with {new}
=please change {old} to {new} in every file here
=no file should have {old} any more. It's {new} now
""")
VALUE_BOTH = rows("""
set the {n} to {new} in {f1} and {f2}
set {n} to {new} in both {f1} and {f2}
set {n} to {new}, in {f1} and also in {f2}
change the {n} to {new} in {f1} and in {f2}
change the {n} in {f1} and {f2} to {new}
change {n} to {new} in {f1} and {f2}
change {n} in {f1} to {new}, and the same in {f2}
update {f1} and {f2}: the {n} is {new}
update {f1} and {f2} to the {n} {new}
update the {n} in {f1} and {f2}, it is {new} now
make the {n} {new} in {f1} and in {f2}
make the {n} {new} in both files, {f1} and {f2}
put {new} as the {n} in {f1} and {f2}
use {new} as {n} in {f1} and {f2}
edit {f1} and {f2} so that the {n} is {new}
bring {f1} and {f2} to the {n} {new}
let {f1} and {f2} both have the {n} {new}
=the {n} should be {new} in {f1} and {f2}
=the {n} should be {new}, both in {f1} and in {f2}
=the {n} is {new} now. Change {f1} and {f2}
=the {n} in {f1} and {f2} must be {new}
=the {n} has changed to {new}, update {f1} and {f2}
=both {f1} and {f2} need the {n} {new}
=both {f1} and {f2} should have {new} as the {n}
={f1} and {f2} should have the same {n}, {new}
={f1} and {f2} need an update: {n} {new}
={f1} and {f2}: {n} -> {new}
=in {f1} and {f2} the {n} should be {new}
=in {f1} and {f2}, set {n} to {new}
=i need the {n} {new} in {f1} and in {f2}
=i want {new} for {n} in {f1} and {f2}
=we need {n} {new} in two files: {f1} and {f2}
=can you set the {n} to {new} in {f1} and {f2}
=could the {n} be {new} in {f1} and {f2}? Change both
=please change both {f1} and {f2}: {n} is {new}
""")
COPY_VALUE = rows("""
set the {n} in {f2} to the one in {f1}
set the {n} in {f2} to what it is in {f1}
set the {n} in {f2} to the value from {f1}
change the {n} in {f2} to that of {f1}
change {f2} so that its {n} is that of {f1}
make the {n} in {f2} the same as in {f1}
make the {n} in {f2} match {f1}
make {f2} use the {n} of {f1}
make {f2} agree with {f1} about the {n}
copy the {n} from {f1} to {f2}
copy the value of {n} from {f1} into {f2}
take the {n} from {f1} and put it into {f2}
take over the {n} of {f1} in {f2}
give {f2} the {n} of {f1}
use the {n} of {f1} in {f2}
use the {n} from {f1} also in {f2}
look up the {n} in {f1} and write it into {f2}
read the {n} in {f1} and set it in {f2}
update the {n} in {f2} from {f1}
sync the {n}: {f2} should have what {f1} has
fix the {n} in {f2}, the right one is in {f1}
correct the {n} in {f2}; {f1} has the right one
=the {n} in {f2} should be the one from {f1}
=the {n} in {f2} should be the same as in {f1}. Change it
=the {n} in {f2} is wrong, {f1} has the right one. Fix it
=the right {n} is in {f1}, {f2} is outdated. Update it
={f2} should have the same {n} as {f1}
={f2} has the wrong {n}. Take the one from {f1}
={f1} has the right {n}. Put it into {f2} too
=i want {f2} to have the {n} of {f1}
=can you copy the {n} from {f1} to {f2}
=please put the {n} of {f1} into {f2}
""")
SUMMARY = rows("""
=what is in {f1} and {f2}
=what do {f1} and {f2} say
=what do {f1} and {f2} contain
=what stands in {f1} and in {f2}
=what does {f1} say, and what does {f2} say
show me {f1} and {f2}
show me what is in {f1} and what is in {f2}
show {f1} and then {f2}
read {f1} and {f2} to me
read me {f1} and {f2}
read {f1} and {f2} and show me both
print {f1} and {f2}
let me see {f1} and {f2}
open {f1} and {f2} and show me what they say
display both {f1} and {f2}
tell me what {f1} and {f2} say
give me the content of {f1} and of {f2}
=i want to see {f1} and {f2}
=can i see {f1} and {f2}
=could you show me {f1} and {f2}
""")
