"""How people speak of a file without its name, and of facts without the words that stand there."""

from __future__ import annotations

from tools.pocket.tell import rows

SHOW = rows("""
show me {it}
show {it}
read {it}
read {it} to me
open {it}
open {it} and show me what it says
let me see {it}
print {it}
display {it}
tell me what {it} says
tell me what is in {it}
look at {it} and tell me what it says
look into {it}
have a look at {it} and tell me what is there
=what is in {it}
=what does {it} say
=what's in {it}
=what stands in {it}
=can you read {it}
=can you show me {it}
=could you open {it}
=i'd like to see {it}
=i want to know what is in {it}
=please show me {it}
""")
RUN = rows("""
run {it}
run {it} and tell me what it prints
execute {it}
start {it}
start {it} and show me the output
launch {it}
try {it}
=what does {it} print
=what happens if i run {it}
=can you run {it}
=could you run {it} for me
=does {it} work? Run it
=please run {it}
=i want to see what {it} prints
""")
VALUE = rows("""
tell me the {n} in {it}
look up the {n} in {it}
find the {n} in {it}
give me the {n} from {it}
check {it} for the {n}
read {it} and tell me the {n}
=what is the {n} in {it}
=what {n} is set in {it}
=which {n} is in {it}
=what does {it} say about the {n}
=i need the {n} from {it}
=can you tell me the {n} in {it}
=could you look up the {n} in {it}
=please tell me the {n} from {it}
=the {n} is in {it}. What is it
""")
SET = rows("""
set the {n} in {it} to {new}
set {n} to {new} in {it}
change the {n} in {it} to {new}
change {n} to {new} in {it}
update the {n} in {it} to {new}
make the {n} in {it} {new}
in {it} change the {n} to {new}
in {it}, set {n} to {new}
edit {it}: the {n} should be {new}
=the {n} in {it} should be {new}
=the {n} in {it} must be {new}
=i want the {n} in {it} to be {new}
=can you set the {n} in {it} to {new}
=could you change the {n} in {it} to {new}
=please set the {n} in {it} to {new}
""")
DELETE = rows("""
delete {it}
remove {it}
throw away {it}
get rid of {it}
=please delete {it}
=can you delete {it}
=i don't need {it} any more, delete it
=we don't need {it}. Remove it
""")
COUNT = rows("""
count the lines in {it}
count the lines of {it}
tell me how many lines {it} has
=how many lines does {it} have
=how long is {it}, in lines
=how many lines are in {it}
""")
APART = rows("""
={q}? It should be in {file}
={q}? It is in {file}
={q}? {file} knows
={q}? {file} should say
={q}? Look it up in {file}
={q}? Look into {file}
={q}? See {file}
={q}? The answer is in {file}
={q}? You find it in {file}
={q}? I think it's in {file}
={q}? I noted it in {file}
={q} (see {file})
={q}, according to {file}
=according to {file}, {q}
=going by {file}, {q}
=judging from {file}, {q}
=from {file}: {q}
=in {file}: {q}
={file}: {q}
={file} - {q}
=look into {file}: {q}
=check {file}: {q}
=read {file} and tell me: {q}
=open {file} and answer this: {q}
=use {file} to answer: {q}
=please look at {file}. {Q}
=take {file}. {Q}
=i have a question about {file}. {Q}
=i can't remember: {q}? It's written down in {file}
=somebody asked me: {q}? It's in {file}
=do you know {q}? It must be in {file}
=with the help of {file}, {q}
""")
"""A question `q` in its direct form, without a mark at its end."""
