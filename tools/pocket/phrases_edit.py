"""How people ask for a change in a file: one sentence a line; a line that starts with `=` takes no lead-in."""

from __future__ import annotations

import re

from tools.pocket.draw import Draw
from tools.pocket.phrasing import asking, quoted


def lines(text: str) -> list[str]:
    """The sentences of a table."""
    return [line.strip() for line in text.strip().split("\n") if line.strip()]


SET = lines("""
    ={file} is what i'm looking at. There, {name} must be {new}
    =look at {file}. See the {name}? It must be {new}
    =look at the {name} in {file}. That's {old}, but i want {new}
    =you know the {name} in {file}? Turn it to {new}
    =remember {file}? The {name} in there is {new} now
    =this is about {file}. Its {name} isn't right, {new} is
    =it's about the {name}. Ours is {new}, but {file} has {old}
    =it's the {name} again. This time it's {new}. The file is still {file}
    =the {name} is set in {file}. I need it to be {new}
    =the {name} is set in {file}. It is {old} there and should be {new}
    =the {name} sits in {file}; put it at {new}
    =the {name} lives in {file}. Change it to {new}
    =the {name} stands in {file} as {old}. It is no longer that, it is {new}
    =the {name} comes from {file} and must be {new} for this to work
    =the {name} should say {new}. {file} is where it is written
    =the {name} is controlled by {file}. Give it {new}
    =the {name} is {new}, at least that's what it should be in {file}
    =the {name}: was {old}, is {new}. Please note it in {file}
    =the {name} must be changed. In {file} it's {old}, and we need {new}
    =the {name} can be found in {file}. Replace it with {new}
    =the new {name} will be {new}. That means a change in {file}
    =the new {name} (it is {new}) has to go into {file}
    =the new {name} is {new}, the one in {file} is outdated
    =the latest {name} is {new}; {file} has an older one
    =the actual {name} is {new}, contrary to what {file} says
    =the correct {name}, {new}, should be in {file}
    =your job is to put {new} as the {name} in {file}
    =your task: {file}, {name}, {new}
    =task: in {file} the {name} should be {new}
    =todo: {name} in {file} to {new}
    =fyi the {name} is {new} now, please sync {file}
    =heads up, {name} is now {new}. {file} needs it
    =note that the {name} changed from {old} to {new}. {file} hasn't been updated
    =did you see that {name} is {old} in {file}? That's not right. {new}, please
    =do me a favour: {name} in {file} to {new}
    =do you see {name} in {file}? I'd like it to be {new}
    =does {file} say {old} for the {name}? Then make it {new}
    =am i right that {file} has {name} {old}? I need {new}
    =any chance to get {new} as the {name} in {file}
    =are you able to set {name} to {new} in {file}
    =may i ask you to put the {name} in {file} to {new}
    =who put {old} there as the {name}? Use {new} in {file}
    =what is {old} doing in {file}? The {name} should be {new}
    =where {file} sets the {name}, it should set {new}
    =wherever the {name} is in {file}, it should be {new}
    =whatever the {name} in {file} is, make it {new}
    =whoever wrote {file} got the {name} wrong. It's {new}
    =because of the new rules {name} must be {new} in {file}
    =since {old} is too much, let the {name} in {file} be {new}
    =as {old} doesn't work, please try {new} for {name} in {file}
    =after the move the {name} is {new}. {file} is not yet changed
    =for the test i need {name} {new} in {file}
    =for production the {name} has to be {new}; that's in {file}
    =to make it work, {name} in {file} should be {new}
    =to be correct, {file} should have {new} as the {name}
    =with the {name} at {old} we get nowhere. {file} should have {new}
    =without {new} as the {name} this fails, so change {file}
    =one of the values in {file} is wrong, namely the {name}. It should be {new}
    =two things: {file} has the wrong {name}, and the right one is {new}
    =say goodbye to {old}: the {name} in {file} is {new}
    =goodbye {old}, hello {new}. It's the {name} in {file}
    =out with {old}, in with {new}. I mean the {name} in {file}
    =less is more: {name} {new} instead of {old} in {file}
    =time to change the {name} in {file}, {new} is the new one
    =long overdue: {name} in {file} to {new}
    =that {name} in {file} bothers me, make it {new}
    =this {name} in {file}, could you make it {new}
    =those people want {name} {new} in {file}
    =there has been a change: {name} {new}. Put that into {file}
    =there was {old} as the {name} in {file}, there should be {new}
    =they say {name} should be {new}. In {file} it isn't yet
    =they gave us a new {name}, {new}. It goes into {file}
    =everybody uses {name} {new} now, only {file} has {old}
    =nobody uses {old} any more as {name}. Switch {file} to {new}
    =our {name} is {new} since monday, please correct {file}
    =our {name} has become {new}, so {file} has to change
    =we'd like {new} for the {name}. You can do that in {file}
    =we want {name} {new}. Do it in {file}
    =we were on {old} for the {name}, now we're on {new}. {file}
    =we're going with {new} as the {name}, so edit {file} accordingly
    =we agreed to have {name} at {new}. Change {file} to match
    =we have to lower or raise the {name} in {file}: {new}
    =you can set {name} to {new} in {file}
    =you may change the {name} in {file} to {new}
    =you should find {name} in {file}. I'd like it to read {new}
    =if {name} in {file} isn't {new}, make it so
    =unless it is already {new}, change the {name} in {file} to that
    =it says {old} for {name} in {file}, doesn't it? That should be {new}
    =it reads {name} {old} in {file} and should read {new}
    =it is in {file}: the {name}. I want {new} there
    =it must have been late when i wrote {file}. The {name} is {new}
    replace what's there as the {name} in {file} by {new}
    replace the old {name} ({old}) with {new} in {file}
    change just one thing in {file}: {name} becomes {new}
    change the line about the {name} in {file}, it must have {new}
    go to the {name} in {file} and write {new}
    find the {name} in {file} and make it {new}
    find {name} in {file}, it's {old}, and turn it into {new}
    get rid of {old} as the {name} in {file}, take {new}
    do not use {old} as {name} in {file}, use {new}
    stop using {old} for {name}. In {file} put {new}
    align {file} with the new {name}, which is {new}
    sync the {name} in {file}: it's {new}
    apply the new {name} {new} to {file}
    insert {new} for the {name} in {file} instead of {old}
    set, in {file}, the {name} to {new}
    set the thing called {name} in {file} to {new}
    set to {new} the {name} in {file}
    =the {name} has [moved|gone|jumped] to {new}. [Reflect|Record|Note] that in {file}
    =the {name} isn't {old} any more, it's {new} now. {file} [still has the old one|doesn't know that yet|needs to catch up]
    =the {name} is not {old} any longer but {new}; {file} should say so
    =we are on {new} for the {name} now. Bring {file} up to date
    =i'd rather see {new} as the {name} in {file}
    =i would prefer a {name} of {new}. It is set in {file}
    =somebody put the wrong {name} into {file}. It has to be {new}
    =someone broke {file}: the {name} used to be {new} and now it is {old}. Put it back
    =the boss says the {name} ought to be {new}. See {file}
    =the {name} (see {file}) ought to be {new}
    =the {name} went [up|down] to {new}. Please adapt {file}
    ={name} went from {old} to {new}, {file} should follow
    =there is a {name} in {file}. Make it {new}
    =there's a line for {name} in {file}; i want {new} there
    =have a look at {file}, it has {name} at {old}. That should be {new}
    ={file} has the {name}. Its new value is {new}
    ={file} holds the {name}, which must now be {new}
    =inside {file} you will find {name}. Set it to {new}
    =over in {file} the {name} is {old}. We want {new}
    =you'll find the {name} in {file}. Please make it {new} instead of {old}
    =the {name}, which is in {file}, should become {new}
    =the {name} which is set in {file} must be {new}, not {old}
    =no longer {old} but {new} is what the {name} in {file} should be
    ={new}, not {old}, is the {name} that {file} needs
    =not {old}. The {name} in {file} should be {new}
    ={old} became {new} as the {name}; change {file} please
    ={new} replaces {old} as the {name} in {file}
    ={new} is what i want for {name} in {file}
    ={new} for the {name} would be better. It's in {file}
    ={old} is [outdated|obsolete|too old|a mistake|not right] for the {name} in {file}; {new} is [right|correct|current]
    ={old} is no good as the {name}. Put {new} into {file}
    =why is the {name} in {file} {old}? It should be {new}
    =why does {file} say {old} for the {name}? We agreed on {new}
    =isn't the {name} in {file} supposed to be {new}? Please correct it
    =shouldn't {name} be {new} in {file}? Fix that
    =would you mind [setting|changing|switching] the {name} in {file} to {new}
    =could the {name} in {file} be {new} instead of {old}
    =can we have {new} as the {name} in {file}
    =can we go from {old} to {new} for {name}? The file is {file}
    =is it possible to have {name} at {new} in {file}? Then do it
    =what about {new} for the {name} in {file}? I like that better than {old}
    =how about a {name} of {new}? Put that in {file}
    =let's go with {new} for the {name} ({file})
    =let's try {name} {new}. The setting is in {file}
    =we settled on {new} for the {name}. File: {file}
    =we decided that the {name} is {new}. Please put it into {file}
    =it has been decided that {name} shall be {new}; {file} is to be changed accordingly
    =kindly ensure that the {name} in {file} reads {new}
    =the {name} in {file} is to be {new}
    =the {name} in {file} is to be changed from {old} to {new}
    =the value of {name} in {file} shall henceforth be {new}
    ={name} in {file} needs changing, to {new}
    ={name} in {file} needs an update: {new}
    ={file} needs an update, the {name} is {new} these days
    ={file} is out of date. The {name} is {new} now
    ={file} is stale: {name} {old} should be {new}
    ={file} is wrong about the {name}. The truth is {new}
    ={file} lies about the {name}, it is {new}
    ={file} gives {old} as the {name}, but it is {new}
    ={file} claims that the {name} is {old}. That's wrong, it is {new}. Correct it
    ={file} still has {old} for {name}, should be {new}
    ={file} says {name} {old}. It's {new} nowadays
    ={file} calls for {name} {new}, not {old}
    ={file}, {name}: {new}
    ={file}: {name} {new}
    ={file}: {name} {old} -> {new}
    ={file} - {name}, {old} to {new}
    ={file} => {name} = {new}
    ={name} -> {new} ({file})
    ={name} = {new} ({file})
    ={name}: {new} please, in {file}
    ={name} {new} in {file}
    ={name} to {new}, file {file}
    ={name} from {old} to {new}, {file}
    ={name}, {file}: {new} instead of {old}
    =new {name} for {file}: {new}
    =new {name}: {new}. File {file}
    =new value for {name} in {file}: {new}
    =wrong {name} in {file}, correct one is {new}
    =wrong value in {file}: {name} is {old}, expected {new}
    =typo in {file}: {name} is {old} but must be {new}
    =small correction for {file}: the {name} is {new}
    =small change in {file}: {new} as the {name}
    =correction: {name} is {new}. Update it in {file}
    =i made a mistake in {file}. The {name} should have been {new}
    =i mistyped the {name} in {file}, i meant {new}
    =i wrote {old} as the {name} in {file} but meant {new}
    =i typed {old} in {file}. That {name} should read {new}
    =i was wrong about the {name}; it's {new}, not {old}. It stands in {file}
    =i changed my mind about the {name}. Make it {new} in {file}
    =i changed my mind: {name} {new}, not {old}. {file} is the file
    =i need the {name} in {file} to be {new}
    =i need {new} there: the {name} in {file}
    =i think {new} is the better {name}, so put it in {file}
    =i want a different {name} in {file}: {new}
    =i wish the {name} in {file} were {new}
    =i'd be happier with {new} as the {name} in {file}
    =i am not happy with {name} being {old} in {file}. Make it {new}
    =i am tired of {old}. Let the {name} in {file} be {new}
    =my colleague says {name} must be {new}. It is in {file}, change it there
    =the customer wants {new} as the {name}. That is in {file}
    =the admin told us to use {name} {new}. Could you edit {file}
    =the docs say the {name} has to be {new}, but {file} has {old}
    =according to the manual the {name} should be {new}. Check {file} and fix it
    =since yesterday the {name} is {new}. {file} must show it
    =as of today {name} is {new}. Please change {file}
    =from next week the {name} will be {new}; prepare {file}
    =starting now, the {name} in {file} is {new}
    =until now the {name} in {file} was {old}. From now on it is {new}
    =previously {old}, now {new}: the {name} in {file}
    =the old {name} was {old}, the new one is {new}. {file}
    =the old {name} {old} in {file} gives way to {new}
    =the {name} used to be {old}. Now it's {new}, so edit {file}
    =the {name} has changed, it's {new} now. Fix {file}
    =the {name} got changed to {new}, but nobody touched {file}. Do it
    =the {name} we use is {new}. {file} has another one, correct it
    =the right {name} would be {new} (in {file})
    =the {name} in {file} can't stay {old}, go for {new}
    =the {name} in {file} must not be {old}. Use {new}
    =the {name} in {file} looks wrong to me. Shouldn't it be {new}? Change it
    =the {name} in {file} is too [high|low|old|big|small] with {old}, {new} is enough
    =the {name} of {old} in {file} is [off|bad|wrong]. {new} is the one to take
    =the {name} that you find in {file} becomes {new}
    =the {name} in {file}, please: {new}
    =the {name} in {file}? {new} from now on
    =about {file}: i want the {name} to be {new}
    =regarding {file}, the {name} should now be {new}
    =concerning the {name} in {file}: it is {new}, no more {old}
    =as for the {name} in {file}, make that {new}
    =for {name} in {file} take {new}
    =for {name}, {file} should have {new} and not {old}
    =in {file} i see {name} {old}. Please turn it into {new}
    =in {file} there is {name}, and it should be {new}
    =in {file} we have {old} as the {name}. Now it's {new}
    =in {file}, {new} is the {name} to use
    =in {file}, the {name} has to change. {new} is the new one
    =in {file}: {name} no longer {old}, but {new}
    =in {file} the {name} needs to say {new}
    with {file}, make the {name} {new}
    within {file} [set|put] the {name} at {new}
    go and edit {file}. The {name} must be {new}
    edit {file}. New {name}: {new}
    edit {file} please, the {name} has become {new}
    [edit|modify|update] {file}, {name} should be {new} now
    update {file}. {name} is now {new}
    update {file} with the new {name}, {new}
    update the {name} ({file}) to {new}
    refresh {file}, where the {name} is {new} now instead of {old}
    take {file} and make the {name} {new} there
    take {old} out as the {name} in {file} and put {new} in
    look into {file} and make sure the {name} says {new}
    check {file}: the {name} must be {new}, if not change it
    see to it that the {name} in {file} is {new}
    make sure that {file} has {new} as its {name}
    make {file} use {new} as the {name}
    make {file} say {new} for {name}
    let {file} have {new} for the {name}
    have the {name} in {file} be {new}
    change what {file} has for {name}: it should be {new}
    change {file}, {name} is {new}
    change {old} to {new} in {file}, it's the {name}
    change that {old} in {file} to {new}. It is the {name}
    replace {old}, the {name} in {file}, with {new}
    swap the {name} {old} in {file} for {new}
    exchange the {name} in {file}. I want {new}
    drop {old} and use {new} as the {name} in {file}
    switch from {old} to {new} in {file} for {name}
    switch {file} over to {name} {new}
    move the {name} in {file} to {new}
    get the {name} in {file} from {old} to {new}
    get {file} to have {name} {new}
    put {new} down as the {name} in {file}
    put {new} where the {name} is in {file}
    write {new} for {name} into {file}
    enter {new} as the new {name}. The file is {file}
    note in {file} that the {name} is {new}
    record the new {name} in {file}: {new}
    fill in {new} for the {name} in {file}, replacing {old}
    store {new} under {name} in {file}
    reset the {name} in {file} to {new}
    restore {new} as the {name} in {file}
    adjust {file} to the new {name} {new}
    adjust {name}, it's in {file}, i want it at {new}
    tweak {file} so the {name} comes out as {new}
    tune {name} in {file} to {new}
    fix {file}. The {name} is {new}, it isn't {old}
    fix the {name}, it's {old} in {file} and should be {new}
    correct the {name} in {file}, which is {old}, to {new}
    patch {file} so that {name} reads {new}
    alter {file}: {name} {new} in place of {old}
    amend {file}, the {name} is {new}
    substitute {new} for {old} as {name} in {file}
    use {new} for the {name} in {file} from now on
    use a {name} of {new} in {file}
    pick {new} as {name} in {file}
    choose {new} for {name} in {file}, not {old}
    specify {new} as the {name} in {file}
    keep everything in {file} but make the {name} {new}
    leave {file} as it is except the {name}, that one should be {new}
    only touch the {name} in {file}: {new}
    only change {name} in {file}, to {new}, leave the rest alone
    =please to change {name} in file {file} on {new}
    =need change {name} to {new} in {file}
    =must be {new} the {name} in {file}
    =want {name} {new} in {file}
    =pls {name} {new} in {file} thx
    =hey the {name} in {file} should be {new} not {old}
    =ok so {name} in {file} is {old}, right? Make it {new}
    =yo, {name} should be {new} in {file}
    =turns out the {name} is {new}. {file} says something else, change it
    =it turns out {old} was the wrong {name}. {new} it is. Edit {file}
    =good news: the {name} is {new} now. {file} needs that
    =as you can see in {file}, the {name} is {old}. I'd like {new}
    =if you open {file} you see the {name}. Make that one {new}
    =when you look at {file}, the {name} is {old}; it ought to be {new}
    =everything in {file} is fine but the {name}, that must be {new}
    =all good in {file} except the {name}: should be {new}
    =one thing in {file} is wrong: the {name}. It's {new}
    =the only thing to change in {file} is the {name}, to {new}
    =nothing works because the {name} in {file} is {old}. Change it to {new}
    =it doesn't work with {name} {old}. Try {new} in {file}
    =it would be [nice|good|great|better] if the {name} in {file} were {new}
    =it'd be nice to have {new} as {name} in {file}
    =it's {new}, the {name}. In {file} it's wrong, correct that
    =it is time for a new {name}: {new}. Change {file}
    ={name} is wrong. {new} is right. It is in {file}
    ={name} is {new} now, and {file} should reflect it
    ={name} is {new}. Make {file} agree
    ={name} was {old}, but that was yesterday. Today it's {new}. {file}
    ={name} must be {new} or it won't work. It's in {file}
    ={name} must become {new}; you find it in {file}
    ={name} should have been {new} all along. Correct {file}
    ={name} should not be {old} but {new} (file {file})
    ={name} shall be {new} in {file}, said the team
    ={name} in {file}: make it {new}
    ={name} in {file} -> {new}
    ={name} in {file}, {old} => {new}
    ={name} gets {new} in {file}
    ={name} changes to {new}. {file} has it
    ={name} can be {new} now. Edit it in {file}
    """)

FLAG = lines("""
    =i'd like {name} to be {onoff}, it's in {file}
    =we don't want {name} the way it is in {file}. It should be {onoff}
    ={name} ought to be {onoff}. See {file}
    ={name} has to be {onoff} from now on ({file})
    ={name} must be {onoff} in {file} before we ship
    ={name} isn't {onoff} in {file}, but it should be
    =why isn't {name} {onoff} in {file}? Fix it
    =is {name} {onoff} in {file}? It should be, so change it
    =shouldn't {name} be {onoff}? It is in {file}
    =could {name} be {onoff} in {file}
    =would you have {name} {onoff}? {file} is the file
    ={file} has {name}. I want it {onoff}
    ={file} has {name} {was}; it should be {onoff}
    ={file} holds {name}, which should be {onoff}
    ={file}: {name} {onoff}
    ={file}: {name} {new}
    ={name} {onoff} in {file}
    ={name} -> {new} ({file})
    ={name}: {onoff}, please. It's in {file}
    =someone left {name} {was} in {file}. It needs to be {onoff}
    =somebody forgot {name} in {file}: it must be {onoff}
    =the boss wants {name} {onoff}. {file}
    =from today {name} is {onoff}; update {file}
    =no more {name} {was}: make it {onoff} in {file}
    =in {file}, {name} is {was}. Please {enable} it
    =in {file} there's {name}, {enable} it
    =there is a flag {name} in {file}. {enable} it
    =the flag {name} in {file} should say {new}
    =the switch {name} ({file}) should be {onoff}
    ={name} is {was} in {file} and that's wrong
    ={name} is {was} in {file}. Time to {enable} it
    ={name} was {was} for a while, {enable} it again in {file}
    {enable} {name}, it lives in {file}
    {enable} {name}. The setting is in {file}
    {enable} {name} ({file})
    {enable} the {name} option in {file}
    {enable} the {name} setting, which is in {file}
    open {file} and {enable} {name} there
    look for {name} in {file} and {enable} it
    edit {file}. {name} should be {onoff}
    see that {name} in {file} is {onoff}
    have {name} {onoff} in {file}
    get {name} {onoff} in {file}
    make {name} {new} in {file}, it is {was} now
    toggle {name} in {file}, it must be {onoff}
    flip {name} in {file} so that it is {onoff}
    =i prefer {name} {onoff}. It's in {file}
    =we run with {name} {onoff} now, put that into {file}
    =with {name} {was} nothing works. In {file}, {enable} it
    =for the demo i need {name} {onoff} in {file}
    """)

REPLACE = lines("""
    =it's {new}, not {old}, in {file}
    ={old} isn't right in {file}, it's {new}
    ={file} has {old} in it. I meant {new}
    =i wrote {old} in {file} but i meant {new}
    =i misspelled something in {file}: {old} should have been {new}
    =somebody wrote {old} into {file}. It should read {new}
    =someone typed {old} instead of {new} in {file}. Fix it
    =where {file} has {old}, i'd rather have {new}
    =i'd rather read {new} than {old} in {file}
    =no longer {old} but {new}. Change that in {file}
    ={new}, not {old}! Please fix {file}
    ={new} replaces {old} in {file}
    ={old} became {new}. {file} is not up to date
    ={old} has turned into {new}, so {file} must change
    ={old} was replaced by {new}. Do the same in {file}
    ={old} is called {new} now. {file} still has the old one
    ={old} is gone, {new} took over. {file} should say that
    ={old} left and {new} came. Update {file}
    ={old} doesn't fit in {file}. Write {new} there
    ={old} should read {new}. That's in {file}
    ={old} must go from {file}; {new} comes in its place
    ={old} -> {new} in {file}
    ={old} => {new}, {file}
    ={file}: {old} -> {new}
    ={file}: {new} instead of {old}
    ={file}: not {old}, {new}
    =in {file}: {old} to {new}
    =in {file} you see {old}; make that {new}
    =in {file} i want {new} where {old} is now
    =in {file} the word {old} is wrong. Put {new}
    =there is {old} in {file}, but {new} is correct
    =there's a mistake in {file}. It says {old}, it should say {new}
    =there's an error in {file}: {old} instead of {new}
    =a typo slipped into {file}. {old} must be {new}
    =spelling mistake in {file}, it's {new} and not {old}
    =instead of {old} i want to read {new} in {file}
    =instead of {old} put {new} in {file}
    =rather than {old}, {file} should say {new}
    =why does {file} say {old}? It's {new}
    =shouldn't it be {new} instead of {old} in {file}? Correct it
    =can {old} in {file} become {new}
    =could {file} say {new} where it says {old}
    =would you mind replacing {old} by {new}? The file is {file}
    =the text in {file} mentions {old}. Let it mention {new}
    =the {old} in {file} should be a {new}
    =the {old} in {file} is now {new}
    =the one thing wrong in {file} is {old}. I need {new}
    =the customer doesn't like {old}, use {new} in {file}
    =they told me that {old} is {new} now. Put it in {file}
    ={old} in {file}: make it {new}
    ={old} in {file} is to be replaced by {new}
    ={old} in {file} wants to be {new}
    =please to change in {file} {old} on {new}
    change that {old} in {file}: {new}
    change the word {old}, which is in {file}, to {new}
    change {file}, there {old} should be {new}
    put {new} for {old} in {file}
    take out {old} in {file} and put {new} there
    take {old} and make it {new}, all in {file}
    drop {old} in {file}, write {new} instead
    look for {old} in {file}. Turn it into {new}
    edit {file}. {old} should be {new}
    open {file}, find {old}, put {new} there
    exchange the word {old} in {file}. The new word is {new}
    rewrite {file} with {new} in place of {old}
    overwrite {old} with {new} in {file}
    fix {file}: it's {new}, and not {old}
    fix {file}, where it says {old} it must be {new}
    correct {file}. {old} -> {new}
    let {file} say {new} rather than {old}
    make {file} say {new} where it says {old}
    update {file}: {old} is {new} now
    """)

RENAME_TO = lines("""
    =i don't like the name {old} in {file}. Call it {new}
    =i'd rather call {old} {new}. It's in {file}
    ={old} is a confusing name. In {file}, make it {new}
    ={old} isn't a good name, {new} is better. The {kind} is in {file}
    ={old} ought to be called {new}. See {file}
    ={old} should be named {new} everywhere in {file}
    ={old} in {file} is now known as {new}, rename it
    ={old} shall be {new} in {file}, everywhere
    =from now on {old} is called {new}; change {file}
    =we call it {new} now, not {old}. Adapt {file}
    =the team wants {new} instead of {old} as the name of the {kind} in {file}
    =the {kind} {old} (in {file}) needs a new name: {new}
    =the {kind} {old}, which is in {file}, should be called {new}
    =the {kind} in {file} is called {old}. I want it to be {new}
    ={file} has a {kind} {old}. Rename it to {new}
    ={file} has a {kind} called {old}. Its name should be {new}
    ={file} defines {old}. Call that {new}
    ={file}: {old} -> {new} everywhere
    =in {file} the name {old} must become {new}
    =in {file} there's a {kind} named {old}; name it {new}
    =there is a {kind} {old} in {file}. Give it the name {new}
    =could {old} be renamed to {new} in {file}
    =can {old} in {file} get the name {new}
    =why is the {kind} in {file} called {old}? Name it {new}
    =would {new} be a better name than {old} in {file}? Yes, so rename it
    =the name {old} is taken. Use {new} in {file}
    =the name of the {kind} {old} in {file} should be {new}
    =new name for {old} in {file}: {new}
    =new name for the {kind} {old}: {new}. File: {file}
    =not {old} but {new} should be the name of the {kind} in {file}
    ={new} is a better name than {old}. Change it all over {file}
    ={new} is how {old} should be called in {file}
    rename {old}. It's in {file} and should be {new}
    rename {old} -> {new}, {file}
    rename everything called {old} in {file} to {new}
    rename the {kind} in {file} from {old} to {new}
    do a rename in {file}: {old} to {new}
    name the {kind} {new} instead of {old} in {file}
    turn the name {old} into {new} all over {file}
    swap the name {old} for {new} in {file}
    change every {old} to {new} in {file}
    change all uses of {old} in {file} to {new}
    replace the {kind} name {old} everywhere in {file}, it is {new} now
    refactor: {old} in {file} should be {new}
    """)

SAY = lines("""
    =when {file} runs it should [say|print|show] {new}
    =when i start {file} it says {old}. It should say {new}
    =at the moment {file} prints {old}. I want {new}
    =right now {file} prints {old}, but we need {new}
    ={file} prints {old}. Make that {new}
    ={file} prints {old}, i'd rather see {new}
    ={file} prints the wrong thing. It should be {new}
    ={file} says {old} but it ought to say {new}
    ={file} ought to print {new}
    ={file} greets with {old}. Let it be {new}
    ={file} has a message in it. The message should be {new}
    ={file} should no longer print {old} but {new}
    ={file} shouldn't say {old}. Use {new}
    ={file} needs another text: {new}
    ={file} needs to print {new} now
    ={file}: print {new}
    ={file}: {new} instead of {old}
    ={file} -> prints {new}
    =the text that {file} prints should be {new}
    =the text printed by {file} is wrong, it's {new}
    =the output of {file} ought to be {new}
    =the output of {file} is {old}. Change it to {new}
    =the message in {file} is out of date. The new one is {new}
    =the message of {file} has changed: {new}
    =the message should be {new}. It's in {file}
    =the users don't like {old}. Let {file} print {new}
    =the customer would like to see {new} when {file} runs
    =nobody says {old} any more. {file} should say {new}
    =i don't like what {file} prints. Make it {new}
    =i don't want {old} from {file}, i want {new}
    =i'd like to see {new} when i run {file}
    =i'd like {file} to print {new} rather than {old}
    =i'd prefer {new} as the output of {file}
    =i wish {file} would print {new}
    =could {file} print {new} instead
    =can {file} say {new} and not {old}
    =would you make {file} say {new}
    =why does {file} print {old}? Let it print {new}
    =how about {new} as the text in {file}
    =it prints {old}, {file} does. Make it print {new}
    =it should print {new}. I mean {file}
    =not {old} but {new} should come out of {file}
    ={new} is what {file} should print
    ={new} is what i want to see when {file} runs, not {old}
    ={new} instead of {old} please, in {file}
    =in {file}, the text should be {new}
    =in {file} the print should say {new}
    =in {file} it prints {old}. That should be {new}
    =there's a print in {file}, it should say {new}
    edit {file}. It should print {new}
    open {file} and let it print {new}
    take {file} and make it print {new}
    turn the output of {file} into {new}
    switch the message in {file} to {new}
    swap {old} for {new} in what {file} prints
    have {new} printed by {file}
    get {file} to print {new}
    let {new} be the text that {file} prints
    make the program in {file} say {new}
    update the message in {file}, it's {new} now
    """)

OPERATOR = lines("""
    =somebody broke {name} in {file}. It should {do}
    =someone messed up {name}: it ought to {do}. See {file}
    ={name} in {file} gives wrong results. What it should do is {do}
    ={name} in {file} returns the wrong thing; it was meant to {do}
    ={name} was supposed to {do}. Look at {file} and fix it
    ={name} is supposed to {do}, but it does something else. It's in {file}
    ={name} is wrong. It has to {do}. You find it in {file}
    ={name} isn't right: i want it to {do}. The file is {file}
    ={name} ought to {do} ({file})
    ={name} must {do}. Repair {file}
    ={name} can't be right, it should {do}. {file}
    ={name} should {do}, shouldn't it? Correct {file}
    ={name}, which is in {file}, should {do}
    ={name} has never worked. It should {do}. Fix it in {file}
    ={file} has a function {name} that should {do}. It doesn't
    ={file} contains {name}. It must {do}, please correct it
    ={file} is buggy: {name} has to {do}
    ={file}: {name} should {do}
    ={file}, {name}: must {do}
    =in {file} there is a mistake in {name}. It has to {do}
    =in {file} the function {name} does the wrong thing. It should {do}
    =in {file}, {name} ought to {do}
    =there's something wrong with {name} in {file}. I expect it to {do}
    =there is an error in {name} ({file}): it must {do}
    =the function {name} from {file} has to {do}. At the moment it doesn't
    =the formula in {name} is wrong. It should {do}; see {file}
    =the tests say that {name} should {do}. Fix {file}
    =the calculation in {file} is off. {name} must {do}
    =i expect {name} to {do}. It's in {file}
    =i made a mistake in {name}, it should {do}. {file} is the file
    =i'd like {name} in {file} to {do}
    =why doesn't {name} in {file} {do}? Make it so
    =shouldn't {name} in {file} {do}? Fix that
    =could you see that {name} in {file} will {do}
    =what {name} in {file} has to do is {do}
    =my calculation is wrong because of {name} in {file}; it should {do}
    change what {name} does in {file}: it should {do}
    change the body of {name} in {file} so it will {do}
    get {name} in {file} to {do}
    have {name} {do} in {file}
    rewrite {name} in {file} to {do}
    look at {name} in {file}. It should {do}, correct it
    open {file}, {name} is wrong, it needs to {do}
    """)

DELETE = lines("""
    ={what} isn't needed any more. It's in {file}
    ={what} is done, take it off {file}
    ={what} is done. You can remove it from {file}
    ={what} is no longer on the list, so remove it from {file}
    ={what} has no place in {file}. Remove it
    ={what} shouldn't be in {file}
    ={what} in {file} can go
    ={what} must disappear from {file}
    ={what} - remove it from {file}
    =we don't need {what}. Delete it from {file}
    =we have enough of {what}, drop it from {file}
    =i don't want {what} in {file}
    =i already did {what}. Take it out of {file}
    =i'd like {what} gone from {file}
    =no more {what} in {file}, please
    ={file} has {what} in it, and it shouldn't
    ={file} lists {what}. Remove that line
    ={file} still lists {what}, that can be deleted
    ={file} without {what}, please
    ={file}: remove {what}
    ={file}: {what} can go
    =in {file} the line {what} is superfluous, delete it
    =in {file}, {what} has to go
    =there's {what} in {file}. Get rid of it
    =there is a line {what} in {file}. Delete it
    =could {what} be removed from {file}
    =why is {what} in {file}? Take it out
    =the entry {what} in {file} is obsolete. Delete it
    =the line saying {what} should disappear from {file}
    =somebody put {what} into {file} by mistake. Remove it
    =someone else takes care of {what}; strike it from {file}
    delete {what}, it's in {file}
    delete the line with {what} in {file}
    remove {what}. It is in {file}
    remove the line {what} ({file})
    kick {what} out of {file}
    throw {what} out of {file}
    clear {what} from {file}
    edit {file} and take {what} out
    open {file} and delete {what}
    cut the {what} line from {file}
    scratch {what} off the list in {file}
    let {what} disappear from {file}
    leave out {what} in {file}
    """)

CELL = lines("""
    =look for {row} in {file}. The {column} isn't {old}, it's {new}
    ={row} told me the {column} is {new} now. {file} has it wrong
    ={row} is one of the rows in {file}. Its {column} should be {new}
    ={row} went from {old} to {new} in the {column} column of {file}
    ={row} no longer has {column} {old} but {new}. It's {file}
    =the {column} next to {row} in {file} should be {new}
    =the {column} in {row}'s row of {file} is to be {new}
    =the {column} of {row}: {new}, not {old}. File: {file}
    =this concerns {row} in {file}: {column} {new}
    =as of now the {column} of {row} is {new}; {file} must say so
    =what {file} has as {column} for {row} is old. It's {new}
    =do you see {row} in {file}? I want {new} as its {column}
    =i'd rather see {new} for {row} under {column} in {file}
    =under {column}, {row} should have {new}. Edit {file}
    =our list {file} is wrong about {row}: the {column} is {new}
    =please note that {row} has a new {column}, {new}. In {file}
    =someone mixed up the {column} of {row}, should be {new}, is {old}. {file}
    set {column} to {new} for {row} in {file}
    set the {column} in {file} to {new} where it says {row}
    change one cell in {file}: {row}, {column}, {new}
    change {row} in {file} so its {column} is {new}
    let the {column} of {row} in {file} be {new}
    ={row} has {column} {new} now. {file} needs to know
    ={row} now has {new} as {column}, put it in {file}
    ={row} [has changed|changed] {column} to {new}. Please update {file}
    ={row} should have {column} {new} in {file}
    ={row} should have {column} {new}, not {old} ({file})
    ={row} ought to have {new} for {column} in {file}
    ={row} isn't {column} {old} any more but {new}. Fix {file}
    ={row} is listed in {file} with {column} {old}. That must be {new}
    ={row} is in {file}. The {column} there should be {new}
    ={row}'s {column} is {new} now; it's in {file}
    ={row}'s {column} went from {old} to {new}. Update {file}
    ={row}'s {column} is wrong in {file}, it's {new}
    ={row}'s {column} has become {new}. Change it in {file}
    ={row}'s {column} isn't {old}, it is {new}. See {file}
    ={row}: {column} {new} ({file})
    ={row}, {column}: {new}. The table is {file}
    ={row} {column} -> {new} in {file}
    ={file}: {row} {column} {new}
    ={file}: {row}, {column}, {old} -> {new}
    ={file}, row {row}, column {column}: {new}
    ={file} has the wrong {column} for {row}. It is {new}
    ={file} says {old} for the {column} of {row}. Make it {new}
    ={file} lists {row} with {column} {old}, which should be {new}
    ={file} still has the old {column} of {row}. The new one is {new}
    =the {column} for {row} went to {new}. Reflect it in {file}
    =the {column} of {row} isn't {old} any longer, it's {new}. Correct {file}
    =the {column} of {row} has changed, {new} now, please edit {file}
    =the {column} of {row} ought to be {new} (see {file})
    =the {column} of {row} should be {new}. It's in {file}
    =the {column} we have for {row} in {file} is wrong: {new} is right
    =the row of {row} in {file} needs {column} {new}
    =the entry for {row} in {file} has {column} {old}; i want {new}
    =there is a mistake in {file}: {row} has {column} {new}
    =there's {row} in {file}, set the {column} to {new}
    =in {file}, {row} should have {new} under {column}
    =in {file} look for {row} and put {new} into {column}
    =in {file} the {column} in the row {row} becomes {new}
    =in the table {file} {row} gets {column} {new}
    =i got a mail: {row} has {column} {new} now. {file} please
    =i mistyped the {column} of {row} in {file}. It's {new}
    =i'd like the {column} of {row} to be {new} in {file}
    =could {row} get {column} {new} in {file}
    =can you see that {row} has {new} as {column} in {file}
    =why does {row} have {column} {old} in {file}? It should be {new}
    =somebody gave {row} the wrong {column} in {file}. It should be {new}
    =new {column} for {row}: {new}. File {file}
    =new {column} of {row} in {file}: {new}
    ={new} is the new {column} of {row}, update {file}
    ={new} instead of {old} as the {column} of {row} in {file}
    =not {old} but {new} is the {column} of {row}. It's in {file}
    =for {row} the {column} is {new} now. Edit {file}
    =for {row} in {file} the {column} should read {new}
    update {row} in {file}, {column} {new}
    update the {column} for {row}, now {new}, in {file}
    put {new} as the {column} of {row} into {file}
    put {new} in the {column} column of {row} in {file}
    open {file} and give {row} {new} as {column}
    edit {file}: for {row} the {column} is {new}
    edit the row {row} in {file}. {column} should be {new}
    correct the {column} for {row} in {file}; it is {new}
    fix {row} in {file}: {column} {new}, not {old}
    write {new} in {file} for the {column} of {row}
    replace the {column} {old} of {row} by {new} in {file}
    change {old} to {new} for {row} ({column}) in {file}
    let {row} have {column} {new} in {file}
    """)

WHEN = lines("""
    =we meet for the {name} at {new} instead. {file} needs the change
    =the {name} is earlier or later now: {new}. Note it in {file}
    =the {name} got a new time, {new}. Write it into {file}
    =the {name} can't be at {old}; {new} works. Change {file}
    =the {name} has a new slot at {new}. {file} still says {old}
    =the {name} (in {file}) should be at {new}
    =the {name} in {file} is wrong, it's at {new}
    =everyone is busy at {old}, so the {name} is at {new}. Please fix {file}
    =not {old} but {new} is when the {name} starts. It's in {file}
    =from {old} to {new}: that's how the {name} moves in {file}
    =why is the {name} at {old} in {file}? It's at {new}
    =what about {new} for the {name}? Put that in {file}
    =i'd rather have the {name} at {new}. See {file}
    ={file} is out of date: {name} at {new}
    =someone moved the {name}. {file} should give {new}
    push the {name} to {new}. The file is {file}
    bring the {name} in {file} to {new}, it was {old}
    =the {name} has moved to {new}. Change {file}
    =the {name} moved from {old} to {new}, {file} should show that
    =the {name} has been moved to {new}. It's in {file}
    =the {name} starts at {new}, not {old}. Please correct {file}
    =the {name} is at {new} now ({file})
    =the {name} isn't at {old} any more, it's at {new}. Fix {file}
    =the {name} takes place at {new} instead of {old}; update {file}
    =the {name} was postponed to {new}. Put it into {file}
    =the {name} will be at {new}. Please adapt {file}
    =the {name} in {file} begins at {new} from now on
    =they moved the {name}. It's at {new} now. Update {file}
    =they shifted the {name} from {old} to {new}. {file} is the plan
    =we can't do the {name} at {old}. Make it {new} in {file}
    =can we have the {name} at {new}? The plan is in {file}
    =could the {name} be at {new} in {file}
    =i can't make it at {old}, so put the {name} at {new} in {file}
    =let's have the {name} at {new}. {file} please
    ={file}: {name} at {new}
    ={file}: {name} {old} -> {new}
    ={file} has the {name} at {old}. That's wrong, it is at {new}
    =in {file} the {name} should start at {new}
    ={name} now {new}, in {file}
    ={name} {new} instead of {old} ({file})
    ={new} is the new time for the {name} in {file}
    ={new} for the {name}, no longer {old}. See {file}
    move the {name} to {new} in {file}
    move the {name} in {file} from {old} to {new}
    shift the {name} in {file} to {new}
    reschedule the {name} to {new}. It is in {file}
    postpone the {name} in {file} to {new}
    put the {name} at {new} in {file}
    schedule the {name} for {new} in {file}
    """)

BUMP = lines("""
    bump {name} to {new} in {file}
    bump {name} in {file} from {old} to {new}
    upgrade {name} to {new} in {file}
    pin {name} to {new} in {file}
    pin {name} at {new}. It's in {file}
    downgrade {name} to {new} in {file}
    use {name} {new} instead of {old} in {file}
    use version {new} of {name} in {file}
    move {file} to {name} {new}
    =we are on {name} {new} now. Change {file}
    =we moved to {name} {new}, {file} still has {old}
    ={name} {new} is out. Put it into {file}
    ={name} {new} came out yesterday, please use it in {file}
    ={name} {old} is too old. Take {new} in {file}
    ={name} {old} has a bug, go to {new} in {file}
    ={name} should be version {new}, not {old}. It's in {file}
    ={name} is at {old} in {file}. I'd rather have {new}
    ={file} uses {name} {old}. Make that {new}
    ={file} should use {name} {new}
    ={file}: {name} {new}
    ={file}: {name} {old} -> {new}
    =in {file} we have {name} {old}, we want {new}
    =the version of {name} in {file} should be {new}
    =can we go to {name} {new} in {file}
    =let's try {name} {new} in {file}
    """)

NO_FILE = lines("""
    ={name} isn't {old} any more but {new}. I don't know where it is set
    =we changed {name} to {new}. Find it and update it
    =the {name} is still {old} somewhere. It should be {new}
    =i'd rather have {name} at {new}
    =i want {new} for {name}, wherever that is
    ={name} ought to be {new}
    ={name} went from {old} to {new}
    ={name} -> {new}
    ={name}: {new}
    =make it {new}: {name}
    =no longer {old} but {new} for {name}
    ={name} should be {new}. It's in one of the files
    ={name} must become {new}. Look for it
    =one of the files here sets {name}. It should be {new}
    =there is a setting {name} somewhere, put it to {new}
    =the boss wants {name} to be {new}
    =could {name} be {new} instead of {old}
    =why is {name} {old}? It must be {new}
    ={new} is the right value for {name}. Please fix it
    =someone set {name} to {old}. Set it back to {new}
    look for {name} and set it to {new}
    search for {name} and make it {new}
    make {name} {new}
    use {new} for {name}
    bring {name} to {new}
    update {name}, it is {new} now
    find {name} in the project; it should be {new}
    """)

STAND_ALONE = lines("""
    [run|start|launch|execute|try] [it|that|this|this thing|the thing] [once more|again|now|for me|and see]
    fire it up
    kick it off
    give it a [go|run|try|spin|shot]
    let it run
    see if it works
    see what it does
    call it with python
    have python run it
    invoke the script
    get it running
    start the program, i want to see what happens
    =does that work now
    =what happens when [it runs|you run it|you start it]
    =what comes out[| now| of it]
    =what would it print
    =i want to see it run
    =i'd like to see what it prints
    =let's see it run
    =let's see the output
    =let's try it
    =and now run it
    =ok, run that
    =it should run now, try it
    =time to run it
    =show me what it does
    =now execute
    =does it do what it should? Run it
    =and the output
    """)

FOLLOW_SAY = lines("""
    =i'd like it to say {new}
    =i'd rather see {new}
    =hm, {new} would be nicer
    =let it be {new} instead of {old}
    =can it [say|print] {new}
    =could it print {new} instead
    =it shouldn't print {old} but {new}
    =i meant {new}
    =i meant {new}, not {old}
    =i don't like {old}. Make that {new}
    =that should have been {new}
    =the text ought to be {new}
    =the message should rather be {new}
    =the boss wants {new} there
    =sorry, {new} is what it should print
    ={new}, please, instead of {old}
    ={new} instead
    =not {old}. {new}
    =wrong text. It should be {new}
    =why {old}? It should say {new}
    =now let it say {new}
    change that to {new}
    change {old} to {new} there
    make that {new}
    swap {old} for {new}
    put {new} there instead of {old}
    have it print {new}
    turn the text into {new}
    update it to say {new}
    edit it, the output should be {new}
    rewrite it so that {new} is printed
    """)
FOLLOW_DELETE = lines("""
    =it can go now
    =i'm done with it, remove it
    =that was only a test, delete it
    =that file isn't needed any more
    =i don't want [it|that file] any more
    =now it should disappear
    =we don't need that one. Delete it
    =can you remove it again
    erase it
    clean it up, i mean delete that file
    trash it
    wipe that file
    bin it
    delete this one
    """)
FOLLOW_SHOW = lines("""
    =how does it look now
    =let me see it
    =let me see the file
    =i want to see it
    =i'd like to see the whole file
    =what does the file contain now
    =what's written there
    =what does it contain
    =may i see the result? I mean the file
    =and the content
    open it for me
    give me the content of it
    tell me what it says
    list its content
    show that again
    show the whole thing
    """)
FOLLOW_MOVE = lines("""
    =i'd rather call it {new}
    =i don't like the name. Make it {new}
    =the name should be {new}
    =the file ought to be called {new}
    =it needs another name: {new}
    ={new} would be a better name for it
    ={new} is a better name
    =from now on it's {new}
    =can it be called {new}
    =name: {new}, please rename it
    =no, name it {new}
    change its name to {new}
    change the file name to {new}
    let it be called {new}
    rename this to {new}
    """)
FOLLOW_ADD = lines("""
    =there should also be {what} in it
    =it should also [have|say] {what}
    =i forgot {what}, please add it
    =i forgot something: {what}. Add it
    =we also need {what}. Put it there
    =one thing is missing: {what}
    ={what} is missing there
    ={what} should be the last line of it
    ={what} belongs in there too
    =at the end it should say {what}
    =and one more: {what}
    =can you also put {what} in
    =oh, and {what}
    write {what} at the end of it
    attach {what} as a last line
    extend it with {what}
    include {what} too
    let it end with {what}
    """)

SET_IT = lines("""
    [now|also|and now|then] [set|change|put|turn] {name} to {new}
    [now|also|and] make {name} {new}[| too| there| as well]
    =and {name} to {new}
    =and {name}: {new}
    =and {name} should be {new}[| too]
    ={name} should be {new} there
    ={name} should be {new}, not {old}
    ={name} isn't {old} any more either, it's {new}
    ={name} is wrong as well. It's {new}
    ={name} is {new} now, by the way
    ={name} too: {new}
    ={name} -> {new}
    ={name} {new} please
    =the {name} in it should be {new}
    =the {name} there ought to be {new}
    =the same file has {name}. That should be {new}
    =in the same file, {name} must be {new}
    =in there, {name} should become {new}
    =it also has {name}. Make that {new}
    =it says {name} {old}. It should say {new}
    =i also want {name} to be {new}
    =i also need {new} for {name}
    =i forgot {name}. It should be {new}
    =i'd rather have {name} at {new} in it
    =i see {name} is {old}; i want {new}
    =hm, and {name}? That must be {new}
    =one more thing: {name} went to {new}
    =one more change there: {name} {new}
    =could you also make {name} {new}
    =can {name} be {new} as well
    =why is {name} {old}? {new} would be right
    =what about {name}? It has to be {new}
    =while you are at it, {name} should be {new}
    =oh, and {name} must be {new}
    =the next one is {name}, to {new}
    =not only that, {name} has to be {new} too
    while you're there, change {name} to {new}
    use {new} for {name} in that file
    change {name} in it from {old} to {new}
    change {name} as well, {new} please
    open it again and set {name} to {new}
    edit that file again: {name} {new}
    update {name} too, it is {new} now
    replace {old} by {new} for {name}
    fix {name} in that file, it is {new}
    """)
RUN_END = [
    ". Then fire it up", ", then kick it off", " and give it a try", ". Then start it", " and let it run", ". When that's done, run it",
    ". Once changed, run it", ", and then start the script", " and have python run it", ". I want to see it run after that", " and see if it still works",
    ". Does it still run?", ". What does it print then?", ". What comes out then?", ", then show me what it prints", ". Run it after that, please",
    ". Please run it too", " and check by running it", " and launch it again", ". After the change execute it", " before you run it", " and start the program",
    ". I'd like to see what it prints after that", ". Let me see the output afterwards", ", and run the thing", ". Then call it with python3", " - and run it",
    " + run", "; run it after that", " (and run it)", ". Execute the file afterwards", ". And try if it works",
]  # fmt: skip

BEFORE = lines("""
    [sorry|ok|hi|hello], i have a small thing.
    something has changed.
    there was a meeting about this.
    we had a long talk.
    i just got a call from {p}.
    {p} asked me for this.
    {p} found a mistake.
    {p} complained again.
    a customer wrote to us.
    this is urgent.
    this came up in the review.
    i noticed something.
    i was reading the files here.
    i am tidying up.
    we are getting ready for the release.
    it's a small change.
    one small thing.
    here is what i need.
    sorry to bother you.
    my mistake.
    i got that wrong.
    don't touch anything else.
    the last run failed.
    nothing big.
    it doesn't work like this.
    next thing on my list.
    """)
AFTER = lines("""
    {p} asked for it
    {p} told me so
    don't touch the rest
    leave everything else as it is
    nothing else should change
    the rest is fine
    the rest stays
    that's all i need
    it's important
    i'll check it later
    i need it today
    sorry for the mess
    that is what we agreed on
    otherwise it won't work
    you can do it right away
    it was my mistake
    """)

_TAILS = [
    (12, ""),
    (1, ", please"),
    (0.6, " please"),
    (0.6, ". Thanks!"),
    (0.5, ", thanks"),
    (0.3, ". Thank you."),
    (0.2, " thx"),
]
_TOUCHY = frozenset(
    "to from in into at instead now please with by not for of is as the and or but no should be it".split()
)


def said(draw: Draw, value: str, *, bare: float = 0.75) -> str:
    """A value in a sentence: bare only where everybody sees where it ends."""
    if not value or value[-1] in ".,;:!?" or (not value[0].isalnum() and value[0] not in "/#-.") or "\n" in value:
        bare = 0.0
    words = value.lower().split(" ")
    if len(words) > 1:
        bare = 0.0 if _TOUCHY & set(words) or "," in value or len(words) > 4 else bare * 0.75
    return quoted(draw, value, bare=bare)


def _upper(text: str) -> str:
    return text[0].upper() + text[1:]


def ask(draw: Draw, templates: list[str], **slots: object) -> str:
    """A prompt of these templates: perhaps with a sentence before or after it, dressed up, with its slots filled."""
    people = slots.pop("people")
    assert isinstance(people, list)
    run = bool(slots.pop("run", False))  # the end of the prompt will ask for a run

    def wrap(_: Draw, text: str) -> str:
        body = text.removeprefix("=")
        before, after = draw.chance(0.12), not run and draw.chance(0.08)
        if before:
            lead = draw.choices_of(draw.pick(BEFORE)).replace("{p}", draw.pick(people))
            text = f"={_upper(lead)} {_upper(body)}"
        if after:
            tail = draw.pick(AFTER).replace("{p}", draw.pick(people))
            mark = "" if text.endswith("?") else "."
            text = text.rstrip(".") + f"{mark} {_upper(tail)}"
        if not text.startswith("=") and not after:
            text = asking(draw, text)
        else:
            text = text.removeprefix("=")
            if text.endswith("?") or (
                not after and re.match(r"(why|can|could|would|is|isn't|shouldn't|how|what)\b", text) and "?" not in text
            ):
                text = text.rstrip("?") + draw.pick(["?", "?", "?", ""])
            else:
                tail = draw.weighted(_TAILS)
                text = text + tail if tail else text + draw.pick(["", "."]) * (not text.endswith("}"))
            if draw.chance(0.6):
                text = _upper(text)
            if draw.chance(0.04):
                text = re.sub(r"\b(the|a) (?!same)", "", text)
        if draw.chance(0.06):
            text = (
                text.lower()
                if "{" not in text
                else re.sub(r"[^{}]+|\{\w+\}", lambda m: m[0] if m[0][0] == "{" else m[0].lower(), text)
            )
        if text.endswith("}") and draw.chance(0.4):
            text += "."
        return text

    return draw.phrase(templates, wrap, **slots)
