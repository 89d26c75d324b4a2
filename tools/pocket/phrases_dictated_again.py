"""What people want of a file that they just had written: second thoughts, and questions.

`{y}` and `{z}` are rows, `{old}` and `{new}` values, `{what}` a row more, `{g}` the heading of a group; `{at}` is
" in FILE", or nothing where the file was just spoken of.
"""

from __future__ import annotations

from tools.pocket.phrases_dictated import lines

ADD = lines("""
[add|append|put] this at the end{at}: {what}
[add|append] at the [very |]end{at}: {what}
[add|append] one more{at}[ at the end|]: {what}
[add|put] another one [behind the others|at the bottom|below the rest]{at}: {what}
=i forgot one{at}[, at the end|]: {what}
=[oh|ah|oops], i forgot{at}: {what}
=one is missing{at} [at the end|at the bottom]: {what}
=one more{at}: {what}
=[and|also|then] {what}, at the end{at}
=[and|also] this one{at}: {what}
=there is one more to come{at}: {what}
={what} should also be{at}, as the last one
={what}. [Add|Append|Put] that at the end{at}
={what}. That is missing at the end{at}
=last but not least{at}: {what}
=my wife just called, one more{at}: {what}
=the last one{at} should be: {what}
=it ends{at} with: {what}
=could you add{at}, as the last: {what}
=can you put {what} [at the end|at the bottom]{at}
=please don't forget{at}: {what}
=a late one{at}, put it last: {what}
=extend it{at} by: {what}
=we also need{at}, right at the end: {what}
=there's another one{at}: {what}. Put it last
=one came in late{at}: {what}, put it at the end
=then there is also this{at}: {what}
=and finally{at}: {what}
=wait, one more{at}: {what}
=let it end{at} with: {what}
=did i mention this{at}? {what}. It comes last
=hold on, there's one left{at}: {what}
=please complete it{at} with this: {what}
=what i left out{at}: {what}, as the last
=below all of them{at}: {what}
""")
ADD_UNDER = lines("""
[add|put|append] {what} [to|under|at the end of] {g}{at}
[add|append] one more to {g}{at}: {what}
=under {g} i forgot one{at}: {what}
={what} [also belongs|belongs|should go] [to|under] {g}{at}
={g} also [gets|has|needs] {what}{at}
={g} lacks one{at}: {what}
=one more for {g}{at}: {what}
=for {g}, at its end{at}: {what}
=and {what}, that goes under {g}{at}
=[oh|ah|oops], {g} was not complete{at}: {what} is missing
={what}. [Add|Put] that to {g}{at}
=i left something out under {g}{at}: {what}
=the last one of {g} should be this{at}: {what}
=can {g} have {what} as well{at}
=my sister says there is one more under {g}{at}: {what}
=please complete {g}{at} with {what}
=extend {g}{at} by {what}
=there's {what} too, it's a case for {g}{at}
=put this where {g} is{at}, as the last: {what}
=below the others of {g}{at}: {what}
""")
ADD_FIRST = lines("""
[add|put] this on top{at}, as the first: {what}
[add|put] one more before all the others{at}: {what}
=at the very top{at} should come: {what}
=in front of the first one{at} comes another: {what}
=before all others{at}: {what}
=i forgot the first one{at}: {what}
=it should start{at} with {what}, then the rest as it is
={what}. [Put|Add] that first{at}
=even before those{at}: {what}
=one more, but on top{at}: {what}
""")
ADD_BEHIND = lines("""
[add|put|insert] {what} [right |directly |]after {y}{at}
[add|put|insert] this behind {y}{at}: {what}
=behind {y}{at} one is missing: {what}
=after {y}{at} comes {what}
=i skipped one after {y}{at}: {what}
=directly below {y}{at} i want: {what}
=follow {y} with this{at}: {what}
=between {y} and what comes next{at}, put: {what}
={what}. [Insert|Put|Add] that after {y}{at}
""")
DROP = lines("""
[drop|remove|delete|take out|scratch|strike] {y}{at} [again|]
[leave out|kick out|throw out] {y}{at}
=without {y}{at} please
=[no|sorry], not {y}{at}, take that out [again|]
=we don't need {y}{at} [any more|after all], take it out
={y} can go{at}
={y} is not needed{at}
={y} was a mistake{at}, remove it
={y} was wrong{at}, that one has to go
=on second thought, no {y}{at}
=forget about {y}{at}
=i should not have said {y}{at}, delete it
={y} out{at}
=can you take {y} out{at} again
=everything but {y}{at} is fine, so delete that one
=my brother says {y} is nonsense{at}, get rid of it
=cross out {y}{at}
=let's do without {y}{at}
={y} is already taken care of, remove it{at}
=please strike {y}{at}, the rest stays
=hm, better without {y}{at}
=i want {y} gone{at}
=the customer cancelled {y}{at}, remove it
={y} has been sold{at}, so take it off
={y} is done{at}, take it off
=somebody else does {y}{at}, remove it
=please remove {y}{at}, i was too fast
=drop {y}{at}, we have enough already
=i take {y} back{at}
=there is one too many{at}: {y}
=can {y} be left out{at}
=would you delete {y}{at} again
={y} does not belong here{at}, delete it
=wait, no {y}{at}
=never mind {y}{at}, delete it
""")
CHANGE = lines("""
[change|set|correct|make] {y}{at} to {new}
[change|correct] what {y} has{at} to {new}
={y} was wrong{at}, [it's|it is|it should be|make it] {new}
={y} should be {new}{at}
={y} is {new}{at}, not {old}
={y}: {new}, not {old}{at}
=[no|sorry], {y} is {new}{at}
=i said {old} for {y}{at}, but it is {new}
=for {y}{at} it should be {new}
=for {y} take {new} instead{at}
=with {y} i was wrong{at}: {new}
=make that {new} for {y}{at}
=it's {new} for {y}{at}, i mixed that up
=not {old} for {y}{at}, but {new}
={y} has become {new}{at}
=my wife found a mistake{at}: {y} is {new}
=somebody told me that {y} is {new}{at}, please correct that
=i misread my notes, {y} has {new}{at}
={y} -> {new}{at}
=can {y} be {new} instead{at}
=could you put {new} for {y}{at}
=better {new} for {y}{at}
=the {old} of {y} is wrong{at}, {new} is right
=i confused something: {new} belongs to {y}{at}
=instead of {old}, {y} should have {new}{at}
={new} for {y}{at}, that's what i meant
=the one for {y}{at} must be {new}
=please put {new} where {y} is{at}
=i was told {y} is {new} now{at}, so change it
=can we have {new} with {y}{at}
=oh, {y}{at} is rather {new}
=wait, {y} is {new}{at}
=hm, {y}{at}. that can't be {old}, make it {new}
=my handwriting is awful, {y} is {new}{at}
=it says {new} on the receipt for {y}{at}, not {old}
={y}, that's {new}{at} and not what i said
=please correct {y}{at}: {new}
=small correction{at}: {y} is {new}
=one correction{at}, {y} should have {new}
=the customer insists on {new} for {y}{at}
=i got {y} wrong{at}. {new} it is
=where it says {old} for {y}{at} it should say {new}
={old} for {y} was last year{at}, now it's {new}
=from today on {y} is {new}{at}
=give {y} {new}{at}
""")
CELL = lines("""
[change|set|correct] the {column} of {y} to {new}{at}
=the {column} of {y} is {new}{at}
=the {column} of {y} was wrong{at}, [it's|it is|it should be] {new}
={y} has the {column} {new}{at}, not {old}
=wrong {column} for {y}{at}. [It's|It should be|Right is] {new}
={y}, {column}: {new}{at}
=for {y} the {column} should be {new}{at}
=i told you the wrong {column} for {y}{at}: it is {new}
=make the {column} {new} for {y}{at}
=as {column} of {y} put {new}{at}
={y}'s {column} is {new}{at}
={new} is the {column} of {y}{at}, i was mistaken
=there's a mistake with {y}{at}, the {column} should be {new}
=can you give {y} {new} as its {column}{at}
=my colleague says that the {column} of {y} is {new}{at}
=the {column} of {y}{at} must be {new}
=small correction{at}: {y} has the {column} {new}
=the {column} {old} of {y} is wrong{at}, {new} is right
=on the receipt the {column} of {y} is {new}{at}
=please put {new} for the {column} of {y}{at}
=wait, the {column} of {y} is {new}{at}
=i misread the {column} of {y}{at}, it should be {new}
={column} of {y}{at}: {new}, not {old}
=where {y} has {old} as {column}{at}, it should have {new}
=from today on the {column} of {y} is {new}{at}
=hm, the {column} of {y}{at} can't be {old}. It's {new}
=could you correct the {column} of {y} to {new}{at}
=somebody called: {y} has {column} {new}{at}
=my mistake, {y}{at} has {new} for {column}
=put the {column} of {y} right{at}, it is {new}
""")
RENAME = lines("""
replace {y} [by|with] {new}{at}
[change|turn] {y} into {new}{at}
[write|put|take] {new} instead of {y}{at}
=it should be {new}, not {y}{at}
=[no|sorry], {new} instead of {y}{at}
={y} was wrong{at}, i meant {new}
=i said {y}{at} but meant {new}
=not {y} but {new}{at}
={y} should be {new}{at}
={y} should read {new}{at}
=make {y} {new}{at}
=where you have {y}{at}, put {new}
=you misheard{at}: {new}, not {y}
=call it {new} rather than {y}{at}
=i'd rather have {new} than {y}{at}
=can you make {new} of {y}{at}
=wrong word{at}: {new} is right and {y} is not
=small correction{at}: {new}, not {y}
=wait, {y} should be {new}{at}
=it is {new} that i want{at}, not {y}
=they have no {y}, so {new} instead{at}
=i misread {y}{at}, it's {new}
=put {new} in the place of {y}{at}
=please correct {y} to {new}{at}
=instead of {y} i'd like {new}{at}
=let {new} stand where {y} is now{at}
=oh, {y} is not right{at}. {new} it is
=my sister says {new} instead of {y}{at}
=hm, {new} would be better than {y}{at}, change it
=exchange {y} for {new}{at}
=could {y} become {new}{at}
""")
SWAP = lines("""
swap {y} and {z}{at}
exchange {y} and {z}{at}, i mean their places
=let {y} and {z} change places{at}
={y} and {z} should change places{at}
={y} and {z} are in the wrong order{at}, swap them
=the order of {y} and {z} is wrong{at}, exchange the two
=put {y} where {z} is{at} and the other way round
=i mixed up the order of {y} and {z}{at}, swap the two
=can {y} and {z} trade places{at}
""")
MOVE = lines("""
move {y} so that it comes {place}{at}
put {y} {place}{at}
={y} should stand {place}{at}
={y} belongs {place}{at}
=i want {y} {place}{at}
={y} is in the wrong place{at}, it should be {place}
=better have {y} {place}{at}
=please move {y}{at}, it comes {place}
=can {y} come {place}{at}
=could you have {y} {place}{at}
=on second thought {y} comes {place}{at}
=the order is wrong{at}: {y} has to be {place}
={y} {place}{at}, the rest stays as it is
=let {y} come {place}{at}
=my wife wants {y} {place}{at}
=wait, {y} is not right there{at}. it comes {place}
""")
RETITLE = lines("""
[call|name] the {noun} {new}{at}
[change|rename] the {noun} to {new}{at}
=the {noun} should be {new}{at}
=the {noun} should be called {new}{at}, not {old}
=the {noun} is {new}{at}, not {old}
=i'd rather have {new} as the {noun}{at}
={old} is a bad name for the {noun}{at}, take {new}
=make {new} the {noun}{at}
=a better {noun}{at} would be {new}, change it
=give the {noun} another name{at}: {new}
=can the {noun} be {new} instead{at}
=i said {old} but the {noun} is {new}{at}
=not {old} but {new} is the {noun}{at}
=wrong {noun}{at}, it should be {new}
=as {noun} i want {new}{at} instead of {old}
=what if the {noun} was {new}{at}? Please change that
""")
CONVERT = lines("""
[write|save|store|make] the same as {form} in {file}
[write|save|put] [all of it|all that|it] once more, this time as {form}, into {file}
[give|make] me the same thing as {form}, {file}
=and as {form} too, in {file}
=and now the same as {form}, in {file}
=i need it as {form} as well, in {file}
=the same again as {form}: {file}
=also as {form}, call it {file}
=can i have that as {form} too? {file}
=could you also write it as {form} to {file}
=my colleague wants it as {form}, in {file}
=the same content in {file} please, but as {form}
=a second version, {file}: {form}
=a copy of it in another form, {form}, to {file}
=same data, {form}, {file}
={file} should have the same, as {form}
=for the other program i need that as {form}. {file} is the name
=now in {file}: the same, as {form}
=please also {file}, the same things as {form}
=and {file}, same content, {form}
=my phone can't read that. {form} in {file}, the same content
=one more time as {form}, but in {file}
=the website needs it as {form}, {file}
=put the same into {file}, only that it's {form}
=i'd also like {form} of it, file name {file}
=make {file} out of it as well, {form}
=and the very same in {file}, as {form}
=what would it look like as {form}? Save it as {file}
=keep this one and write {file} with the same things as {form}
=the same rows in {file} please, {form}
=in addition {file}: same content as {form}
=copy all of it to {file}, but as {form}
""")
ASK = lines("""
=what did i say for {y}{at}?
=what was it for {y}{at} again?
=what does it say for {y}{at} now?
=and {y}{at}?
=what's with {y}{at}?
=remind me, {y}{at} was?
=which one did i give for {y}{at}?
=what have you got for {y}{at}?
=did i tell you something for {y}{at}? what was it?
=what stands beside {y}{at}?
=i forgot what {y} has{at}
=tell me what you wrote for {y}{at}
=read me what belongs to {y}{at}
=my memory is bad: what is it for {y}{at}?
=how did i put it for {y}{at}?
=just to be sure, {y}{at} is what?
=what is {y} now{at}?
=could you tell me what {y} has{at}?
=and what about {y}{at}?
=for {y}{at}, what did we say?
=i need to know what it is for {y}{at}
=quickly, {y}{at}?
""")
ASK_BACK = lines("""
=which one has {v}{at}?
=what was the one with {v}{at}?
=for which one did i say {v}{at}?
=which one was {v} for{at}?
=where did i put {v}{at}?
=what goes with {v}{at}?
=to what does {v} belong{at}?
=and {v}{at}, which one was that?
=i only remember {v}{at}, for which one was it?
""")
ALTER = lines("""
[make|use|take] {new} instead of {old}{at}
[replace|change] {old} [by|with] {new}{at}
=it should be {new}, not {old}{at}
=[no|sorry], {new} instead of {old}{at}
=i said {old}{at} but i want {new}
=i meant {new}, not {old}{at}
=not {old} but {new}{at}
={new} would be better than {old}{at}
=make the {old} {new}{at}
=where it has {old}{at} put {new}
=let's take {new} and not {old}{at}
=what if it had {new} in place of {old}{at}? change that
=the teacher wants {new} instead of {old}{at}
=can you make that {new} instead of {old}{at}
""")
