"""How people ask for exact changes: where a value begins and ends, under which parent, in which column."""

from __future__ import annotations

from tools.pocket.tell import rows

FROM_TO = rows("""
change {name} from {old} to {new} in {file}
change {name} in {file} from {old} to {new}
change the {name} in {file}: {old} becomes {new}
change {old} to {new} for {name} in {file}
in {file} change {name} from {old} to {new}
in {file} the {name} goes from {old} to {new}
set {name} to {new} instead of {old} in {file}
set the {name} in {file} to {new}, it is {old} now
replace the {name} {old} by {new} in {file}
replace {old} by {new} as the {name} in {file}
update {name} in {file} from {old} to {new}
update the {name} in {file}. Old: {old}. New: {new}
switch {name} in {file} from {old} to {new}
edit {name} in {file}: not {old} but {new}
correct {name} in {file}: it is {old} and should be {new}
make {name} in {file} {new} and no longer {old}
=the {name} in {file} is {old} and should be {new}
=the {name} in {file} should be {new} and not {old}
=the {name} in {file} says {old}. Make it say {new}
=the {name} ({old}) in {file} should become {new}
=the {name} was {old}. It is {new} now. Put that into {file}
={name} in {file}: {old} -> {new}
={name}, {file}: from {old} to {new}
={file}: {name} is {old}, should be {new}
=i want {name} in {file} to be {new} rather than {old}
=can you change {name} from {old} to {new}? It is in {file}
=could you switch the {name} in {file} from {old} to {new}
=please change the {name} in {file} from {old} to {new}
=we had {old} as {name} in {file}. It should be {new}
=instead of {old} the {name} in {file} should be {new}
""")
TO = rows("""
change {name} in {file} to {new}
change the {name} in {file} to {new}
change {name} to {new} in {file}
in {file} change {name} to {new}
in {file}, set {name} to {new}
set {name} to {new} in {file}
set {name} in {file} to {new}
set the {name} in {file} to {new}
update {name} in {file} to {new}
make {name} {new} in {file}
make the {name} in {file} {new}
put {new} as {name} into {file}
use {new} for {name} in {file}
give {name} in {file} the value {new}
edit {file} and set {name} to {new}
edit {file}: {name} should be {new}
let {name} in {file} be {new}
write {new} as the {name} in {file}
=the {name} in {file} should be {new}
=the {name} in {file} must be {new}
=the new {name} in {file} is {new}
={name} in {file} should be {new}
={name} should be {new}, in {file}
={file}: {name} -> {new}
={file}: {name} = {new}
=i want {name} in {file} to be {new}
=i need {name} to be {new} in {file}
=can you set {name} to {new} in {file}
=could you change {name} to {new} in {file}
=please set {name} to {new} in {file}
=we need {new} as {name} in {file}
=from now on {name} is {new} in {file}
""")
CELL = rows("""
change the {column} of {row} to {new} in {file}
change {row}'s {column} to {new} in {file}
change the {column} for {row} in {file} to {new}
change the {column} in the row of {row} to {new} in {file}
in {file} change the {column} of {row} to {new}
in {file} set {row}'s {column} to {new}
in the table in {file}, set the {column} of {row} to {new}
set the {column} of {row} to {new} in {file}
set {row}'s {column} in {file} to {new}
set {column} to {new} for {row} in {file}
update the {column} of {row} in {file}: {new}
update {row} in {file}: {column} is {new} now
update the row {row} in {file}, the {column} is {new}
put {new} into the {column} column of {row} in {file}
put {new} as {column} for {row} into {file}
replace the {column} of {row} in {file} by {new}
correct the {column} of {row} in {file} to {new}
fix {row}'s {column} in {file}, it is {new}
edit the row {row} in {file}: {column} {new}
make the {column} of {row} {new} in {file}
give {row} the {column} {new} in {file}
write {new} as {row}'s {column} in {file}
=the {column} of {row} in {file} should be {new}
=the {column} of {row} is {new} now, update {file}
=the {column} of {row} is wrong in {file}. It should be {new}
=the row {row} in {file} has the wrong {column}. {new} is right
={row} has a new {column}: {new}. Change {file}
={row} has {column} {new} now. Put that into {file}
={row}'s {column} is {new} now. Change it in {file}
={row}'s {column} in {file} should be {new}
={row} in {file}: {column} -> {new}
={file}, {row}: {column} {new}
=in {file} {row} should have the {column} {new}
=in {file} it says the wrong {column} for {row}. It's {new}
=can you change the {column} of {row} in {file} to {new}
=could you set {row}'s {column} to {new} in {file}
=please change the {column} of {row} in {file} to {new}
=i want {row}'s {column} to be {new} in {file}
=for {row} the {column} in {file} should be {new}
""")
TOOL_LIKE = rows("""
run {command}
run {command} please
run {command} in the shell
run {command} for me
run the command {command}
run {command} and tell me what it prints
run {command} and show me the output
run {command} here
execute {command}
execute {command} and show the result
use the shell to run {command}
use the command {command}
use {command} and tell me the output
type {command}
enter {command} in the terminal
try {command}
show me the output of {command}
show me what {command} prints
tell me the output of {command}
tell me what {command} says
give me the output of {command}
=what does {command} print
=what does {command} give
=what does {command} output
=what is the output of {command}
=what comes out of {command}
=what do i get from {command}
=what happens if i run {command}
=can you run {command}
=could you run {command}
=please run {command}
=i want to see what {command} prints
=i need the output of {command}
=command: {command}
=$ {command}
={command}
={command}
""")
"""Commands whose name is that of a tool, or means what a tool does: they are still commands."""
