"""How people ask for something in a folder: `{q}` and `{o}` are what they ask and order, `{f}` is a file."""

from __future__ import annotations

from tools.pocket.visited import tables

SAID = tables("""
== named
=in {f} it must say: {q}?
=my sister wrote {f} before she moved out, and now nobody knows: {q}?
=the man on the phone wants to know, and I think {f} has the answer: {q}?
={q}? If I remember well it's in {f}, though I wrote it in a hurry
={q} ({f})?
={q}? (see {f})
={q}? That should be in {f}, shouldn't it
=I found {f} on an old disk. {q}?
=before the guests come I need one thing out of {f}: {q}?
=there are many files here, but the one that counts is {f}. {q}?
={f}, which my uncle left behind, should tell: {q}?
=you will find {f} in this folder. {q}?
=going by {f}, {q}?
=if you look at {f}, {q}?
=my boss swears by {f}. So, {q}?
=we keep it all in {f}. {q}?
=don't go through everything, {f} is enough: {q}?
=the notes, the photos and the rest don't matter, only {f} does. {q}?
=I printed {f} and spilled coffee on it, so {q}?
=grandpa typed {f} himself last winter; {q}?
={q}, says {f}?
={q}? I'd open {f} but my screen is broken
=a neighbour asks, and it's all in {f}: {q}?
={q}? as written in {f}, please
=all I have is the file {f}, and the question: {q}?
=the file called {f} was made for this. {q}?
=please have a look into {f}, because I can't recall: {q}?
=do me a favour and check {f}: {q}?
=without reading me all of {f}: {q}?
=somebody changed {f} last night. {q}, as it stands now?
=let's see what {f} has to say: {q}?
=I'm in the car and {f} is at home. {q}?
=for the form I need to know this, and it stands in {f}: {q}?
={q}? {f} was where I put it, in spring
=my colleague left, and only {f} can tell us: {q}?
=ok, small question on {f}. {q}?
=what does {f} answer to this: {q}?
=I made {f} so that I wouldn't forget. {q}?
=our old list is gone but {f} is still there. {q}?
=the printer ate my copy of {f}; {q}?
={q}? It is one of the lines in {f}
={q}? Source: {f}
={f}: {q}?
=re {f} - {q}?
== named_two
=forget {g}, it's {f} that I mean: {q}?
=not in {g} but in {f}: {q}?
=I have been through {g} myself, so look into {f} only: {q}?
=leave {g} alone and open {f}: {q}?
={q}? It was moved from {g} into {f} long ago
=of the two, {f} and {g}, the first one should know: {q}?
={g} is somebody else's. In {f}, {q}?
={f} lies beside {g}, and it's the former I need: {q}?
=don't mix it up with {g}, please: going by {f}, {q}?
=we used to keep that in {g}, nowadays it's {f}. {q}?
={q}? {f} has it, {g} hasn't
=my wife looks after {g} and I look after {f}, so mine should say it: {q}?
== called
=look into {d}: {q}?
=according to {d}, {q}?
={q}? it's in {d}
={q}? {d} should say it
={d} has it somewhere: {q}?
=I can't get at {d} just now. {q}?
=would you open {d} and tell me, {q}?
=I don't know what the file is called, but going by {d}, {q}?
=before you do anything else, check {d}: {q}?
={q}? I put it into {d}, whatever name I gave that
=somebody made {d} for this. {q}?
=my aunt wants it from {d}: {q}?
={q}, says {d}?
=please find {d} for me, I need to know: {q}?
=what does {d} say: {q}?
={q} (it's in {d})?
=we need {d} for a moment. {q}?
=in {d}, {q}?
== stem
=in {d} it says it: {q}?
={q}? look in {d}, I forgot the ending
=there is a file called {d} or so. {q}?
=open {d} please, {q}?
=in the file {d}, whatever its ending, {q}?
={q}? The file is named {d} something
=I saved it as {d}. {q}?
={d} should have it: {q}?
=my file {d} knows: {q}?
== folder
=one of the files under {e}/ says it: {q}?
=somewhere in {e}/ it must stand: {q}?
={q}? I put that into the folder {e}
=have a look around {e}/, please: {q}?
=the folder {e} has it. {q}?
={q}? It's in one of the files in {e}/
=everything of that sort lies in {e}/, so {q}?
=in the {e} folder, {q}?
=don't search everywhere, only {e}/: {q}?
=I forgot the name of the file, but it is in {e}/. {q}?
== topic
={q}
={q}?
=can you find out, {q}?
=I need to know this for tonight: {q}?
=I wrote it down somewhere here. {q}?
=one of these files must have it: {q}?
=my mother just asked me, {q}?
=I forgot, {q}?
={q}? I'm sure we noted it in one of the files
=help me out, {q}?
=we are standing here and wonder: {q}?
=it is written in some file or other: {q}?
=no idea where I have it, but {q}?
=hello! {q}?
=quick one for you: {q}?
=I've turned the whole house upside down for it. {q}?
=you have all my files there, so: {q}?
=please look it up for me, {q}?
=I'd like to be sure before I call them: {q}?
=they won't believe me. {q}?
== next
=and {q}?
={q}?
=ok. {q}?
=thanks! {q}?
=good. And {q}?
=now tell me, {q}?
=one more: {q}?
=next question, {q}?
=while we are at it, {q}?
=something else: {q}?
=fine, and {q}?
=I also wonder, {q}?
== short
=and {x}?
=what about {x}?
=and for {x}?
=how about {x}?
=same question for {x}
=now {x}
=ok, and {x}?
=the same for {x}, please
== order_named
={o}. It's in {f}
=please correct {f}: {o}
={o}, so {f} has to be changed
=something in {f} isn't right any more: {o}
=they called, and {f} is out of date now: {o}
={o}. Would you put that into {f}?
=edit {f} for me, {o}
=I promised to keep {f} in order. {o}
={o} ({f})
=in {f}, please: {o}
=the rest of {f} stays as it is, but {o}
=we talked it over at dinner and {f} changes: {o}
== order_called
={o}, please change {d}
=in {d}: {o}
={o}. {d} has to say so
=please bring {d} up to date: {o}
=there is something wrong in {d}. {o}
=find {d} and correct it: {o}
== order
={o}
=please note: {o}
={o}. Put it where it belongs
=we agreed on it this morning: {o}
={o}, please change that
=my wife found a mistake: {o}
=one thing is different now: {o}
=sorry, I got that wrong: {o}
=there's been a change. {o}
=would you see to it? {o}
=the others told me just now: {o}
""")
