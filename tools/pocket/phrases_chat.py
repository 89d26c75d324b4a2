"""Small talk and what is out of reach, as many different people would type it. One sentence a line."""

from __future__ import annotations

from tools.pocket.phrases_shell import lines

TALK_WIDE: dict[str, list[str]] = {
    "a greeting; greet back": lines("""
[Hi|Hello|Hey] [localcoder|pocket|you|everyone|little one|computer|buddy|mate|pal|assistant|robot|machine|my friend]!
[Hi|Hello|Hey] [again|once more|back]!
[Good|A good|A very good] [morning|evening|afternoon|day] [to you|to you too|pocket|assistant|]!
[Hi|Hello|Hey], [I'm|I am|my name is|this is|it's] {name}[ here|].
[Hi|Hello|Hey], {name} here.
[Hi|Hello], nice to meet you!
Hello, hello!
Nice to meet you[, I'm {name}|].
Pleased to meet you.
Greetings from {city}!
Hi from {country}.
Well hello there!
Hi hi
helloo
heya
hey hey
hullo
Hi, I am new here.
Hello, it's my first time here.
Hey, I just installed you.
I just started you, hello!
I'm back!
I am {name}, hello.
Knock knock.
Salut!
Buongiorno!
Hola!
Guten Tag!
Bonjour!
Ahoy!
"""),
    "small talk; no tool": lines("""
How are things?
How are you today?
How are we doing today?
How's life?
How's your day been?
How is everything with you?
How have you been?
What's new with you?
Are you doing fine?
Are you all right?
Hope you are well.
I hope you're fine today.
Hi, how are you?
Hello, how are you doing?
You okay?
You good?
All good with you?
Everything all right over there?
Wie geht's?
"""),
    "about myself; no tool": lines("""
May I ask who you are?
May I know your name?
Could you introduce yourself?
Could you tell me who I'm chatting with?
Can you say a few words about yourself?
I don't know who you are.
I'd like to know who I am dealing with.
I have no idea what you are.
So who exactly are you?
So what are you, actually?
And you are?
And who might you be?
Who is this?
Who is there?
Who's speaking?
Who answers me here?
Who or what are you?
What should I call you?
What do people call you?
How should I address you?
What do you call yourself?
What is this program?
What is this thing that I just started?
What is this tool called?
What's pocket?
What's localcoder, and who are you?
What kind of model is behind this?
What kind of thing are you?
Which AI is this?
Which AI am I using?
Which assistant is this?
Which model is loaded?
Which model is answering me?
Which model am I talking with right now?
What is the name of the model?
What's the model's name?
What model is running at the moment?
Name of the model?
Are you a bot?
Are you a machine or a human being?
Are you a real person?
Am I talking to a person?
Am I speaking with a human?
Is there a human behind this?
Is this {brand}?
Are you {brand}?
Are you made by {brand}?
Are you some version of {brand}?
Aren't you {brand}?
I thought you were {brand}.
You're {brand}, right?
Are you related to {brand}?
Are you the same as {brand}?
Is it {brand} that I'm talking to?
your name?
name?
who r u
who are u
what r you
whoami? no, who are you?
Tell me your name.
Tell me something about you.
Tell me a bit about yourself, please.
Give me a short introduction of yourself.
Present yourself.
State your name.
Identify yourself.
Explain who you are.
Do you have a name I can use?
You are what?
You are who?
"""),
    "about my abilities; no tool": lines("""
What can I do with you?
What can I use you for?
What can I do here?
What can this do?
What can this program do for me?
What could you do for me?
What could I ask of you?
What may I ask you?
What do you offer?
What do you do all day?
What do you do, exactly?
What are you capable of?
What are you useful for?
What are you there for?
What are you made for?
What is your job?
What is your purpose?
What's your purpose here?
What's the point of you?
What's your function?
What sort of jobs can I give you?
What sort of things do you do?
What sort of work do you take on?
What kinds of things can you handle?
What would you be able to do for me?
What would be a good first task for you?
What's a good thing to try with you?
What should I try first?
What should I type here?
What do I type now?
What do I do now?
Where do I start?
Where should I begin?
How do I start?
How do I work with you?
How do I talk to you?
How do I give you a task?
How do I ask you to do something?
How does one use this?
How can I make use of you?
How could you be of help to me?
How would you help a programmer?
How can you assist?
Which commands do you know?
Which things can you do?
Which jobs are you fit for?
Which kinds of work can you do?
In what way can you help me?
In which ways are you useful?
I don't know how to use you.
I don't know what to ask.
I've no idea what you can do.
I'm new here, what can you do?
I just installed this. What does it do?
I wonder what you are able to do.
I'd like to know what you can do for me.
I want to know what you're able to do.
Can you program?
Can you write programs?
Can you write python?
Can you work with files?
Can you read my files?
Can you change my files?
Can you create files?
Can you run things?
Can you run programs?
Can you use the terminal?
Can you execute commands?
Can you do anything useful?
Can you explain how to use you?
Can you help?
Could you help me out?
Could you list what you can do?
Could you tell me what you can do?
Could you give an example of what you do?
Do you know python?
Do you know how to code?
Do you write code?
Do you have any skills?
Do you have tools?
Are you able to run programs?
Are you able to help me?
Are you able to program?
Are you of any use?
Are there things that you can do?
Is there a list of what you can do?
Is there a manual?
Is there some help?
Tell me what you can do.
Tell me what you are good for.
Tell me your skills.
Tell me how this works.
Tell me about your abilities.
Show me your skills.
Show me the help.
List everything you can do.
List your features.
Give me an overview of your features.
Give me a list of things you can do.
Give an example, please, of what I can ask.
Explain what you can do.
Explain how I can use you.
Describe what you can do.
Please help me.
Please tell me how you can be used.
Help me, please!
Some help please
usage?
features?
help!
help me
/help
--help
man localcoder
"""),
    "about my limits; no tool": lines("""
How clever are you?
How good are you at programming?
How good a programmer are you?
How strong are you?
How powerful are you?
How well can you program?
How much do you know?
How much can you do at once?
How far do your abilities go?
How many parameters have you got?
How many parameters does this model have?
How many weights are in you?
How small are you?
How tiny is this model?
How much memory do you need?
How heavy are you in megabytes?
How does a tiny model like you compare to a large one?
How do you compare to {brand}?
What is your size?
What's your parameter count?
What size of model are you?
What are your weak points?
What are your weaknesses?
What are you bad at?
What are you unable to do?
What do you fail at?
What do you not know?
What is beyond you?
What is out of your reach?
What shouldn't I ask you?
What should I not use you for?
What's impossible for you?
What are things that you cannot do?
Which tasks are too big for you?
Which things can't you do?
Where do you fail?
Where does your knowledge end?
Where do your abilities end?
When do you give up?
Is there something that you can't do?
Is there a limit to what you can do?
Is it true that you are tiny?
Is this a small model?
Are you a big model?
Are you a small model?
Are you a large language model or a little one?
Are you any good?
Are you as clever as {brand}?
Are you better than {brand}?
Are you as good as {brand}?
Are you intelligent?
Are you a genius?
Are you always right?
Are you ever wrong?
Are you limited in some way?
Are you dumb?
Are your answers correct?
Can I rely on you?
Can I rely on your answers?
Can you be wrong?
Can you do everything?
Can you solve hard problems?
Can you manage large projects?
Can you work on a big code base?
Can you replace a programmer?
Can you compete with {brand}?
Do you ever make mistakes?
Do you have limits?
Do you have weaknesses?
Do you know a lot?
Do you know things about the world?
Do you have general knowledge?
Do you know as much as {brand}?
Do you understand everything I say?
Could you write a whole application?
Could you handle a big project?
Will you make errors?
Why can you do so little?
Why don't you know anything?
Why do you know so little?
Why are you so tiny?
Why are you such a small model?
I guess you're not that smart.
I heard that you can't do much.
I think you are a bit limited.
You don't seem very clever.
You don't know much, do you?
You seem quite limited.
You are rather small, aren't you?
You're not the smartest.
You are useless.
You're so stupid.
Tell me what you can't do.
Tell me about your weaknesses.
Tell me how big you are.
Tell me honestly how good you are.
Be honest, what can't you do?
Be honest: how smart are you?
Explain your limits to me.
Name something that you can't do.
List the things that you can't do.
model size?
limits?
limitations?
number of parameters?
"""),
    "how to get a real model; no tool": lines("""
I need something smarter than you.
I need something more capable.
I need a bigger one.
I need a larger model, how do I get it?
I'd like something better than this tiny model.
I'd like to use a proper model.
I'd like to try a real model.
I'd like to work with a stronger model. What do I do?
I'd rather talk to a big model.
I'd rather use a larger one.
I want something more powerful.
I want to replace you by something bigger.
I want to upgrade.
I want to switch to a real model.
I want to download a better model.
I want to talk to a grown-up model.
I have a GPU. How do I use it?
I have a graphics card, can you use it?
I have a big GPU here, what now?
I have an NVIDIA card. Which model should I take?
I have got my own server. How do I connect it?
I have my own endpoint, how do I use it?
I've got a GPU, so how do I get the large model?
I've a machine with a lot of memory; how do I get a better model on it?
My company runs a model server. How can I point localcoder at it?
My machine has a GPU. Can I run a real model?
My laptop is strong enough for more. How do I get more?
You are too small for me, what else is there?
You're not good enough. What else can I install?
You aren't enough for my work. How do I get a better one?
This model is too weak. Which other can I have?
This model is too small for my work. How do I get another?
This tiny model is not enough for me.
Pocket is nice, but I need a real model.
Pocket is too small for my project. What now?
Is there anything better than pocket?
Is there something smarter that I can install?
Is there a smarter model?
Is there a stronger one?
Is there a way to get a bigger model?
Is there a way to use my GPU?
Is there another model?
Is there a version of you that is bigger?
Is it possible to use a larger model?
Is it possible to run something else than you?
Is it hard to install a real model?
Are there other models?
Are there any bigger models?
Are there better models for localcoder?
Are there alternatives to you?
Can I get a bigger model?
Can I get something better?
Can I have a better model, please?
Can I install another model?
Can I use another model with localcoder?
Can I use a GPU?
Can I use my own model?
Can I use an external server?
Can I connect localcoder to a server?
Can I connect to an API?
Can I swap you for a larger model?
Can I switch models?
Can I choose a different model?
Can I upgrade you?
Can localcoder run large models?
Can localcoder use a model from hugging face?
Can you be replaced by a real model?
Can you tell me how to install a real model?
Can you tell me how to switch to a better model?
Can you use my GPU?
Could I get a better model?
Could I use a server of my own?
Could you tell me where the better models are?
Could you tell me how to load another model?
Could we use a bigger model?
Do you use a GPU?
Do you run on the GPU?
Do you need a GPU?
Do you support other models?
Does localcoder support GPUs?
Does localcoder have a bigger model?
Does a better model exist?
Does localcoder work with other models?
Which model would be better?
Which model is the best one for localcoder?
Which models can I use?
Which models can be installed?
Which models does localcoder support?
Which command downloads a real model?
Which command installs a model?
Which option picks the model?
What other models can I use?
What is the next bigger model?
What is the best model I can get?
What do I have to type to get a real model?
What do I have to do for a better model?
What do I need for a real model?
What must I do to get a bigger model?
What should I install to get better answers?
What's the command for downloading a model?
What's the command to pull a model?
What's the alternative to you?
What models are available?
What if I want a better model?
What if I have a GPU?
Where can I find bigger models?
Where can I download a model?
Where do I find other models?
Where do I set the model?
How can I change models?
How can I choose the model?
How can I download a larger model?
How can I get more intelligence?
How can I get something stronger?
How can I get a smarter assistant?
How can I install a real model?
How can I install the big model?
How can I load another model?
How can I switch to a bigger one?
How can I upgrade?
How can I use my graphics card?
How can I use a remote server?
How do I get a smart model?
How do I get a real one?
How do I get something bigger than you?
How do I get rid of you and use a big model?
How do I get the real thing?
How do I install a model?
How do I install a proper one?
How do I connect to my own endpoint?
How do I make this smarter?
How do I make localcoder use my server?
How do I make localcoder better?
How do I pick another model?
How do I run a large model here?
How do I run a bigger one?
How do I set another model?
How do I start localcoder with a real model?
How do I start localcoder with another model?
How do I upgrade to something better?
How do I use the endpoint option?
How do I use localcoder with a large model?
How would I get a better model?
How would one install a real model?
how to get real model
how to change model
how install better model
how to use gpu
how get bigger model
better model?
bigger model please
other models?
models?
real model how
Tell me how to get a better model.
Tell me how to use a GPU with localcoder.
Tell me which models there are.
Tell me where I get a real model.
Tell me the command that installs a real model.
Show me how to pull a model.
Show me how to get a larger model.
Explain how I can use a bigger model.
Explain how to switch the model.
Please give me a bigger model.
Please switch to a larger model.
Please load a better model.
Please upgrade yourself.
Switch to a better model.
Change the model to a bigger one.
Use a bigger model.
Use a larger model, please.
Load a real model.
Install a real model for me.
Download a better model for me.
Upgrade to a bigger model.
Give me something smarter.
Give me a model that can program.
Let me use a bigger model.
Let me talk to a real model.
"""),
    "thanks; no tool": lines("""
Thank you so much!
Thank you, that's it.
Thank you, {name} is happy now.
Thank you for your help.
Thank you for the quick work.
Thank you, you've been helpful.
Thanks for that.
Thanks for your help!
Thanks for the help, pocket.
Thanks, buddy.
Thanks, that is what I wanted.
Thanks, that's what I was after.
Thanks, works now.
Thanks a million!
Thanks a bunch.
Thanks so much.
Many thanks!
Much obliged.
Ok thank you
Okay, thanks.
Oh nice, thank you.
Oh great!
Ah, perfect.
Ah good, thanks.
Cool, thanks!
Cool, that worked.
Perfect, thank you.
Perfect, just what I needed.
Great job!
Great, that works.
Great stuff.
Good work.
Good bot.
Good boy!
Well done, little one.
Well done, pocket.
Nicely done.
Nice one!
Very nice.
Very helpful, thanks.
Amazing!
Fantastic.
Impressive.
Neat!
Wow!
Wow, that was quick.
Bravo!
Hooray!
Yay, it works!
It works, thanks.
It works now!
That works.
That was helpful.
That was useful, thank you.
That was good.
That's great.
That's perfect.
That's exactly what I wanted.
That's what I meant, thanks.
That did it.
That did the trick!
Exactly right.
Correct, thank you.
Right, thanks.
All good now.
All good, thanks.
All right, thank you.
I'm happy with that.
I'm impressed.
I like it.
I love it!
I appreciate your help.
I'm grateful.
I owe you one.
You did well.
You did a good job.
You're the best.
You're awesome!
You helped me a lot.
You've been a great help.
tysm
tnx
thank u
thanx
grazie
gracias
vielen dank
kudos
"""),
    "a goodbye; no tool": lines("""
Bye bye!
Bye for now.
Bye, {name}.
Bye, thanks for everything.
Ok bye
Okay, goodbye then.
Good bye!
Goodbye, pocket.
Goodbye and thanks.
I have to go now.
I have to leave, bye.
I'm leaving.
I'm off now.
I'm off to bed.
I'm going home.
I'm logging off.
I'm out.
I must go, see you.
I need to go now. Bye!
I'll be back tomorrow.
I'll come back later.
That is all for today, goodbye.
That was all for today, bye.
That's all for now, see you.
We are done for today. Bye.
We're finished here, goodbye.
Thanks, bye!
Thank you and goodbye.
Thank you, good night!
Have a good day!
Have a good one.
Have a nice evening.
Have a good night.
Have a great weekend.
Sleep well!
See you around.
See you soon!
See you next week.
See ya
cya
Catch you later.
Later!
Farewell.
Take care!
Until next time.
Till tomorrow.
Signing off.
Time to go, bye.
Time for lunch, bye.
Time for bed. Good night!
Enough for today, bye.
Closing now, goodbye.
adios
tschüss
au revoir
ttyl
exit now
"""),
    "about privacy; no tool": lines("""
Are my files sent anywhere?
Are my files safe with you?
Are my questions stored on a server?
Are you connected to the internet?
Are you running in the cloud?
Are you running on my computer?
Are you spying on me?
Are you sending data to someone?
Can anyone read what I type here?
Can I use you offline?
Can I use you without internet?
Can I use you on a plane?
Can I trust you with my passwords?
Can I show you secret code?
Can my boss see what I ask you?
Can you go online?
Can you access the internet?
Can you browse the web?
Can you work without a network?
Could my data leak?
Do I need a network connection?
Do I need to be online for this?
Do I need an account?
Do you collect data?
Do you keep my data?
Do you share my data?
Do you send my files somewhere?
Do you send anything over the network?
Do you store what I write on a server?
Do you talk to a server?
Do you transmit my code?
Do you track me?
Do you need a network?
Do you need a connection?
Do you work offline?
Do you work without internet?
Do you work on a plane?
Does anybody see my code?
Does anyone else read this?
Does my code leave this computer?
Does my code stay here?
Does this need the cloud?
Does this send telemetry?
Does this use a cloud service?
Does it all happen on my machine?
Does {brand} get my data?
Is everything local?
Is everything processed on my own machine?
Is it private?
Is it safe to show you confidential files?
Is my code private?
Is my code shared with {brand}?
Is my data uploaded?
Is someone reading along?
Is this all local?
Is this a cloud service?
Is this running on my machine?
Is this secure?
Is any of this sent over the internet?
Is there telemetry?
Is an internet connection required?
Where does my code go?
Where does my data go?
Where does the model run?
Where is my data stored?
Where are you running?
Where are you hosted?
On which computer do you run?
On whose server are you?
Who gets to see my code?
Who gets my data?
Who else can read this conversation?
What about privacy?
What about my privacy?
What happens to my data?
What happens with the code I show you?
What do you do with my data?
What do you send over the network?
What if I have no internet?
How private is this?
How do you treat my data?
How safe is my code?
How is my privacy protected?
I'm worried about my privacy.
I don't want my code to leave this machine.
I have secret code here. Is that a problem?
I have no internet here, does it matter?
I am offline. Can you still work?
My code is confidential. Where does it go?
My company doesn't allow cloud tools. Are you one?
My files must not leave this computer.
Tell me if my data is safe.
Tell me where you run.
Tell me whether you need the internet.
Will my code be uploaded?
Will my data be sent to {brand}?
Will you keep my secrets?
Would you work without wifi?
privacy?
offline?
telemetry?
"""),
    "which file and what? ask": lines("""
I need a new file.
I need you to change something.
I'd like to change a setting.
I'd like to edit a file.
I'd like you to write something for me.
I'd like a script, please.
I want a file.
I want you to create a file.
I want to make a file.
I want to write a program.
I have a file to change.
Can you change a file for me?
Can you edit something for me?
Can you make a file for me?
Can you write a script?
Can you fix a file?
Can you update a value for me?
Could you create a file for me?
Could you make me a file?
Could you change a setting?
Please create a new file.
Please make a file for me.
Please change the value.
Please edit the file for me.
Please write a script.
Please update the file.
Create a new file for me.
Create a script.
Create some file.
Make a change.
Make a change in a file.
Make me a file.
Make something.
Write me a script.
Write a small program.
Write a program.
Write some code.
Write code for me.
Change something.
Change a setting.
Edit something.
Edit my file.
Fix the file.
Fix something.
Update the value.
Update a file.
Set the value.
Add a line.
Add something to a file.
Add a new line to the file.
Replace a word.
Put something in a file.
Let's make a file.
Let's write a script.
Let's change something.
new file
new script please
"""),
    "nothing to do; no tool": lines("""
No, thank you.
No, that's fine.
No, leave everything as it is.
No, I changed my mind.
No need.
Nope.
Nah.
Nothing, thanks.
Nothing else.
Nothing for now.
Nothing more, thank you.
Not today.
Not yet.
Never mind that.
Nevermind
Don't bother.
Don't do it.
Don't do anything yet.
Please stop.
Please wait.
Please do nothing.
Please don't.
Stop it.
Stop that.
Stop here.
Forget about it.
Forget what I said.
Forget my question.
Ignore that.
Ignore what I said.
Ignore my last message.
Cancel that.
Abort.
Abort that.
Scrap that.
Drop it.
Leave it be.
Leave it alone.
Let it be.
Let's not.
Let's wait.
Let's leave that.
Wait a moment.
Wait a second, please.
Hang on.
One moment.
Just a second.
Give me a minute.
I changed my mind.
I don't need anything.
I don't want anything now.
I need nothing right now.
It's not needed any more.
That's not necessary.
That won't be necessary.
On second thought, don't.
"""),
    "nothing is open; ask": lines("""
Yes, please.
Yes, go ahead.
Yes!
Yep.
Yeah, sure.
Yup, do it.
Sure thing.
Sure, go ahead.
Ok, go on.
Okay, continue.
Please continue.
Please go on.
Please proceed.
Carry on.
Keep going.
Go for it.
Go!
Let's go.
Let's go on.
Let's continue.
Let's start.
Next one.
Next, please.
What's next?
What's the next step?
And then?
And what next?
So what now?
Now what?
What else?
Anything else?
I agree.
Of course.
Absolutely.
"""),
    "a complaint; ask what to do": lines("""
That isn't what I asked for.
That isn't right.
That's not it.
That's not what I meant.
That's not correct.
That's nonsense.
That's incorrect.
That's rubbish.
That was not what I wanted.
That was wrong.
That didn't do anything.
That didn't help.
This isn't what I wanted.
This is not correct.
This is rubbish.
This does not work.
This makes no sense.
It's wrong.
It's still wrong.
It's still not right.
It is not working.
It still doesn't work.
It didn't work.
It isn't what I wanted.
It failed again.
Wrong!
Wrong answer.
Wrong again.
Not right.
Not correct.
Not good.
No, that's wrong.
No, that is not right.
No, wrong.
No, I meant something different.
You got it wrong.
You got that wrong.
You misunderstood me.
You misunderstood.
You didn't understand me.
You didn't do what I said.
You did the wrong thing.
You did it wrong.
You broke it.
You messed it up.
You made an error.
You've made a mistake.
You're mistaken.
I'm not happy with that.
I asked for something else.
I wanted something else.
I did not ask for that.
I am disappointed.
The result is wrong.
The answer is wrong.
There's a mistake in what you did.
"""),
    "about my languages; no tool": lines("""
Do you know {language}?
Do you talk {language}?
Do you also speak {language}?
Are you able to speak {language}?
Are you fluent in {language}?
Can I write to you in {language}?
Can I talk {language} with you?
Can you answer in {language}?
Can you understand {language}?
Can you read {language}?
Could you answer me in {language}, please?
Could we speak {language}?
I speak {language}. Do you?
I'd prefer to write in {language}.
I'd like to speak {language} with you.
My English is bad, do you speak {language}?
My {language} is better than my English.
Please speak {language}.
Please answer in {language}.
Is {language} possible?
Is it ok if I write in {language}?
In {language}, please.
Let's speak {language}.
Let us talk in {language}.
Speak {language} with me.
Talk to me in {language}.
What languages do you speak?
What languages do you understand?
Which human languages do you know?
Which languages can I use with you?
How good is your {language}?
How well do you understand {language}?
"""),
    "about memory; no tool": lines("""
Do you remember what I said last time?
Do you remember my name?
Do you remember what we did yesterday?
Do you know what we talked about last week?
Do you know me?
Do you keep a memory of our talks?
Do you have a memory?
Do you learn from our conversations?
Do you get better over time?
Do you forget everything?
Have we talked before?
Have we met?
How do I continue our last conversation?
How do I get back to yesterday's session?
How can I resume the last conversation?
Can you remember things?
Can you remember what I told you last week?
Can you recall our last talk?
Can we go on where we stopped yesterday?
Can I continue the last conversation?
Will you remember this tomorrow?
Will you remember me?
Will you forget this?
What did we do last time?
What did we talk about yesterday?
What did I say last week?
What do you remember about me?
What do you know about me?
I told you something yesterday. Do you still know it?
You know me, don't you?
Are you learning from what I say?
Is this conversation saved in your memory?
"""),
    "about my training; no tool": lines("""
How did you learn what you know?
How did they train you?
How did you come into being?
How have you been trained?
How was this model trained?
How was pocket made?
How long were you trained?
How were you built?
How were you created?
On what data were you trained?
On which texts did you learn?
On what were you trained?
From what data did you learn?
From where do you come?
What did you learn from?
What data were you trained on?
What data was used for you?
What is your training data?
What texts have you seen in training?
What were you trained with?
What was your training like?
Where did you learn this?
Where does your knowledge come from?
Where is your training data from?
Where were you made?
Who is your maker?
Who is your author?
Who are your parents?
Who developed you?
Who developed this model?
Who programmed you?
Who made this model?
Who is behind you?
Were you trained on my code?
Were you trained on the internet?
Were you trained on books?
Were you trained by {brand}?
Was my code used to train you?
Are you trained on public code?
Are you based on {brand}?
Are you a fine-tuned {brand}?
Did {brand} train you?
Did you learn from {brand}?
Is there a model card?
Is there information on how you were trained?
Tell me how you were trained.
Tell me about your training.
Tell me where you come from.
Explain how you were made.
training data?
I wonder how you were trained.
I'd like to know what you were trained on.
"""),
}
"""More sentences for the kinds of small talk, by their plan."""

READY_WIDE = lines("""
Are you still there?
Are you there, pocket?
Are you awake?
Are you on?
Are you working?
Are you alive?
Are you listening?
Are you ready to work?
Can you read this?
Can you see what I write?
Does this work?
Does it work now?
Do you read me?
Is this thing on?
Is this working?
Is anyone there?
Just testing.
Just a test.
This is a test.
Testing, testing.
one two three, test
test test
Let's see if this works.
Let's see if you answer.
Say something.
Shall we start?
Ready to start?
Ready when you are.
""")
"""The same answer as to "how are you"."""

SORRY_WIDE = lines("""
I'm sorry.
I am sorry about that.
Sorry, my fault.
Sorry, that was my mistake.
Sorry, I meant something different.
Sorry for the confusion.
Sorry about that!
Sorry, I was not clear.
So sorry.
My bad.
My apologies.
Apologies.
Oops, wrong window.
Oops, I was wrong.
Oh, that was my error.
Excuse me.
Forgive me.
I made a mistake.
I was mistaken.
I apologise.
I mistyped.
It was my fault.
That was wrong of me.
Whoops!
Pardon me.
""")

HARD_WIDE = lines("""
I need a [complete|whole|full] {product}.
I need {a_product} by tomorrow.
I'd like to have {a_product}.
I'd like you to [build|write|develop|make] {a_product} for me.
I want [my own|to build my own] {product}.
I want {a_product}, written in {tech}.
I want to sell {a_product}. Build it.
I dream of {a_product}. Can you program it?
I have an idea for {a_product}. Build it for me.
I have to hand in {a_product} next week. Write it, please.
My boss wants {a_product}. Can you make it?
My {person} needs {a_product}, please write one.
My company needs {a_product} in {tech}.
My {person} asked for {a_product}. Please code it.
We need {a_product}. Could you develop one?
We want to start a business with {a_product}. Write the code.
Our team has to deliver {a_product}. Please implement it.
There should be {a_product} here. Make one.
Can you build {a_product}?
Can you develop {a_product} in {tech}?
Can you program {a_product} for my {person}?
Can you code {a_product} from scratch?
Can you make me {a_product}?
Could you write {a_product} with {tech}?
Could you implement {a_product} for me, with tests?
Could you set up {a_product} for our company?
Would you create {a_product} for me?
Would it be possible for you to write {a_product}?
Please implement {a_product}.
Please design and build {a_product}.
Please develop {a_product} in {tech}.
Please create {a_product} with users and a database.
Build me {a_product}.
Build {a_product} like the big ones.
Build {a_product} using {tech}.
Code {a_product} for me.
Code up {a_product} in {tech}.
Create {a_product} with {tech}.
Create {a_product} from scratch.
Create a full {product} with user accounts.
Develop {a_product}.
Implement {a_product} in {tech}.
Make {a_product} that runs on my phone.
Make {a_product} with nice graphics.
Program {a_product} in {tech}, please.
Write {a_product} for me.
Write {a_product} in {tech}.
Write the whole code for {a_product}.
Let's build {a_product}.
Let's write {a_product} in {tech} together.
How about writing {a_product} for me?
What about {a_product}? Can you write that?
{a_product}, please, in {tech}
build {a_product}
make {product} app
Rewrite {everything} in {tech}.
Rewrite {everything} from scratch.
Rewrite {everything} so that it is fast.
Refactor {everything}.
Refactor {everything} into smaller modules.
Port {everything} to {tech}.
Translate {everything} into {tech}.
Convert {everything} from {tech} to {tech2}.
Migrate {everything} to {tech}.
Modernise {everything}.
Improve {everything}.
Optimise {everything}.
Speed up {everything}.
Make {everything} [faster|better|secure|scalable|more robust|ten times faster].
Clean up {everything} and [write docs for it|add tests|fix all problems].
Document {everything}.
Review {everything} and tell me all weak spots.
Review {everything} for security problems.
Audit {everything}.
Debug {everything}.
Find [every bug|all bugs|all errors|the memory leaks|all security holes] in {everything}.
Fix [every bug|all bugs|everything that is wrong] in {everything}.
Write tests for {everything}.
Write the documentation for {everything}.
Add type hints to {everything}.
Add [authentication|logging|caching|a plugin system|multi-threading] to {everything}.
Deploy {everything} to [the cloud|a cluster|production|our servers].
{everything} is too slow. Make it fast.
{everything} is a mess. Clean it up.
{everything} is full of bugs. Fix them all.
{everything} should be written in {tech}.
{everything} has to be rewritten in {tech}.
{everything} needs a new architecture.
{everything} crashes all the time. Find out why and repair it.
{everything} must be ported from {tech} to {tech2}.
I'd like {everything} to be rewritten in {tech}.
I want {everything} to be [twice as fast|bug free|secure|translated to {tech}].
I inherited {everything}. Please refactor it all.
Can you refactor {everything}?
Can you find what is wrong with {everything}?
Can you port {everything} to {tech}?
Can you rewrite {everything} in {tech}?
Could you review {everything}?
Could you redesign {everything}?
Please explain [how|why] {everything} works, in every detail.
Please go through {everything} and repair all that is broken.
Please migrate {everything} from {tech} to {tech2}.
Prove that {everything} is correct.
Design an architecture for {a_product}.
Plan {a_product} and then build it.
Train a neural network on my data.
Train a model that recognises [cats|faces|handwriting|speech].
Solve [the travelling salesman problem for 500 cities|the halting problem|chess|protein folding].
Prove [fermat's last theorem|the riemann hypothesis|that p is not np].
Break into [my school's server|someone's account|this website].
Crack this password for me.
Reverse engineer this binary.
Write a compiler for {tech}.
Write an interpreter for {tech}.
Write a device driver for my printer.
""")

GENERAL_WIDE = lines("""
Do you know the capital of {country}?
I forgot the capital of {country}. What was it?
Which city is the capital of {country}?
Name the capital of {country}.
{country}'s capital?
capital of {country}
What's the population of {country}?
How many inhabitants does {country} have?
How many people are there in {city}?
What is the currency of {country}?
Which currency do they use in {country}?
What's the flag of {country} like?
Which countries border {country}?
Which language is spoken in {country}?
What do people eat in {country}?
What's {country} famous for?
Who governs {country}?
Who is the king or president of {country}?
Who is the mayor of {city}?
In which country is {city}?
In which country does the river run through {city}?
Is {city} bigger than {city2}?
Is {city} in {country}?
Is {country} larger than {country2}?
How far is it from {city} to {city2}?
How do I travel from {city} to {city2}?
How long does the train from {city} to {city2} take?
How is life in {city}?
How cold does it get in {city}?
How hot is it in {country} in summer?
What is there to see in {city}?
What should I visit in {city}?
Where should I eat in {city}?
Where does {topic} come from?
Who invented {topic}?
Who discovered {topic}?
When was {topic} invented?
When did people discover {topic}?
Why is {topic} important?
Why do we need {topic}?
What is {topic}?
What's {topic} all about?
What does {topic} mean?
What do you know about {topic}?
What do scientists say about {topic}?
How does {topic} work?
How do you explain {topic} to a child?
How was {topic} discovered?
Explain {topic} to me.
Explain {topic} in simple words.
Explain to my {person} what {topic} is.
Tell me about {topic}.
Tell me all about {topic}.
Tell me the history of {topic}.
Teach me {topic}.
Teach me something about {topic}.
Give me a lecture on {topic}.
Give me a summary of {topic}.
Give me three facts about {topic}.
I don't understand {topic}. Can you explain it?
I want to learn about {topic}.
I'd like to understand {topic}.
I have an exam about {topic} tomorrow. Teach me.
I have a question about {topic}.
My {person} wants to know what {topic} is.
My {person} asked me how {topic} works. What do I say?
Can you explain {topic}?
Could you tell me something about {topic}?
Could you give me an introduction to {topic}?
Do you know what {topic} is?
Do you know anything about {topic}?
Have you heard of {topic}?
Summarise {topic}.
Discuss {topic}.
Compare {topic} with {topic2}.
What's the difference between {topic} and {topic2}?
Is {topic} related to {topic2}?
Is {topic} dangerous?
Is {topic} real?
Who was {celebrity}?
Who is {celebrity}?
Who on earth is {celebrity}?
When was {celebrity} born?
Where was {celebrity} born?
How did {celebrity} die?
How old is {celebrity}?
What is {celebrity} known for?
What did {celebrity} write?
Tell me about {celebrity}.
Tell me about the life of {celebrity}.
Have you heard of {celebrity}?
Do you know who {celebrity} was?
Did {celebrity} ever live in {city}?
What happened in {year}?
What was important in the year {year}?
What happened in {country} in {year}?
Which wars took place in {year}?
Who was in power in {country} in {year}?
Who won the world cup in {year}?
Which film won the most prizes in {year}?
Write a [poem|song|story|speech|haiku|ballad|joke] [about|on|for] {thing}.
Write my {person} a [birthday card|love letter|nice message].
Write an essay about {topic}.
Compose a [song|poem] about {thing}.
Invent a story about {thing}.
Sing me a song about {thing}.
Tell me a [joke|story|fairy tale|riddle] about {thing}.
Tell me something funny.
Tell me a secret.
Make me laugh.
Cheer me up.
I am sad.
I'm bored. Entertain me.
I'm bored, tell me something interesting.
I am hungry, what shall I cook?
I have a headache. What should I do?
I'm in love with my {person}. What should I say?
I need a poem about {thing} for my {person}.
I need a present for my {person}. Any ideas?
I need a recipe for {dish}.
How do I cook {dish}?
How do I make {dish}?
How long does {dish} take in the oven?
What goes into {dish}?
What's a good recipe for {dish}?
Give me a recipe for {dish}.
Order me {dish}.
Is {dish} healthy?
How many calories has {dish}?
What do you think about {thing}?
What is your opinion on {topic}?
What's your favourite [colour|film|book|food|city|animal|song]?
Do you like {thing}?
Do you prefer {city} or {city2}?
Which is nicer, {city} or {city2}?
Should I move to {city}?
Should I marry my {person}?
What will the weather be like in {city}?
Is it raining in {city}?
Do I need an umbrella in {city} tomorrow?
How warm is it in {city} today?
Weather in {city}?
What time is it in {city} now?
What's going on in the world?
What's on TV tonight?
What's in the news about {country}?
Who won the match yesterday?
Who will win the next election in {country}?
What will the stock market do tomorrow?
How do I earn more money?
How do I get a visa for {country}?
How do I learn {language} quickly?
How do you say hello in {language}?
How do you say "{thing}" in {language}?
What does "{thing}" mean in {language}?
What's the {language} word for {thing}?
Translate "good night" into {language}.
Translate this sentence into {language}: I like {thing}.
Say something in {language}.
Call my {person}.
Send my {person} a message.
Send an email to my {person}.
Remind me to call my {person} tomorrow.
Set an alarm for seven.
Turn on the lights.
Open the browser and look for {thing}.
Search the web for {thing}.
Google {thing} for me.
Look up {topic} on the internet.
Find me a hotel in {city}.
Find me a cheap flight to {city}.
Book me a table in {city}.
Buy {thing} for me.
Draw {thing} for me.
Paint me a picture of {thing}.
Show me a photo of {city}.
Play a song about {thing}.
Let's play a game.
Let's talk about {thing}.
Let's chat about {topic}.
""")

PRODUCTS = """web shop|web browser|web server with websockets|chess engine|chess program|operating system|compiler|database engine
|photo editor|video editor|music streaming service|chat program with video calls|social network|booking system for hotels
|flight simulator|racing game|first person shooter|platform game|strategy game|multiplayer card game|role playing game
|search engine|recommendation system|face recognition system|speech assistant|translation program|payment service
|banking application|accounting system|tax program|warehouse management system|content management system|blog platform
|wiki engine|mail server|mail client|calendar app|todo app with sync|messenger|dating app|fitness app|recipe app
|weather app|taxi app|food delivery platform|online school|ticket system|customer database|stock trading bot|crypto wallet
|blockchain|virtual machine|container runtime|distributed file system|message broker|load balancer|firewall|antivirus program
|password manager|backup service|monitoring dashboard|3d renderer|physics engine|game engine|neural network library
|large language model|self-driving car software|robot controller|drone autopilot|spreadsheet application|word processor
|presentation program|pdf reader|graphical file manager|IDE|code editor with plugins|version control system|build system
|package manager|static analyser|regex engine|sql parser|theorem prover|scheduler for hospitals|school timetable planner"""
PRODUCTS_LIST = [product.strip() for product in PRODUCTS.replace("\n", "").split("|")]
TECHNOLOGIES = """Rust|C++|Go|Haskell|TypeScript|Java|Kotlin|Swift|React|Django|Flask|Spring|Node|C|assembly|Elixir|Scala|PHP
|Ruby on Rails|Vue|WebAssembly|Zig|Lisp|Julia|async Python|Unity|OpenGL|CUDA|Kubernetes|Postgres|GraphQL"""
TECHNOLOGIES_LIST = [name.strip() for name in TECHNOLOGIES.replace("\n", "").split("|")]
EVERYTHING = """this whole project|my whole project|our entire code base|the entire code base|the whole application|all our code
|all of my code|the complete program|this repository|the whole repository|our backend|our web site|my entire app
|every module of this project|the whole system|the legacy code here|our old software"""
EVERYTHING_LIST = [name.strip() for name in EVERYTHING.replace("\n", "").split("|")]
TOPICS = """quantum mechanics|general relativity|photosynthesis|the big bang|plate tectonics|the water cycle|evolution|dna
|the immune system|the french revolution|the roman empire|the cold war|democracy|capitalism|inflation|the stock market
|philosophy|stoicism|buddhism|the renaissance|opera|jazz|impressionism|the theory of games|calculus|linear algebra|topology
|probability theory|prime numbers|black holes|dark matter|the speed of light|nuclear fusion|electricity|magnetism
|the internet|the blockchain|cryptography|machine learning|deep learning|transformers|recursion|functional programming
|object orientation|garbage collection|big o notation|the halting problem|climate change|volcanoes|earthquakes|the moon
|the solar system|vaccines|vitamins|sleep|dreams|psychology|economics|the printing press|the steam engine|the telescope
|penicillin|gravity|chess|yoga|meditation|sourdough|fermentation|beekeeping|whales|dinosaurs|the human brain"""
TOPICS_LIST = [name.strip() for name in TOPICS.replace("\n", "").split("|")]
CELEBRITIES = """Einstein|Napoleon|Shakespeare|Marie Curie|Alan Turing|Isaac Newton|Cleopatra|Mozart|Beethoven|Julius Caesar
|Galileo|Charles Darwin|Ada Lovelace|Grace Hopper|Gandhi|Nelson Mandela|Frida Kahlo|Picasso|Van Gogh|Goethe|Dante|Homer
|Plato|Aristotle|Socrates|Confucius|Genghis Khan|Columbus|Marco Polo|Queen Victoria|Charlemagne|Nikola Tesla|Edison
|Jane Austen|Tolstoy|Kafka|Bach|Chopin|Elvis|Charlie Chaplin|the pope|the first man on the moon|the inventor of the telephone"""
CELEBRITIES_LIST = [name.strip() for name in CELEBRITIES.replace("\n", "").split("|")]
PEOPLE = (
    "boss|mother|father|sister|brother|wife|husband|friend|neighbour|teacher|uncle|aunt|son|daughter|colleague|dentist"
)
PEOPLE_LIST = PEOPLE.split("|")
THINGS = """the sea|cats|dogs|winter|spring|love|my garden|the moon|rain|coffee|the stars|trains|mountains|a dragon|a lonely robot
|a talking tree|autumn leaves|my grandmother|football|freedom|a lost sock|pancakes|the wind|old bicycles|penguins|summer nights"""
THINGS_LIST = [name.strip() for name in THINGS.replace("\n", "").split("|")]
DISHES = """lasagne|pancakes|sushi|goulash|paella|apple pie|tomato soup|risotto|fried rice|ramen|curry|cheesecake|bread|a pizza
|dumplings|moussaka|chili|pea soup|an omelette|tiramisu"""
DISHES_LIST = [name.strip() for name in DISHES.replace("\n", "").split("|")]
BRANDS = (
    "ChatGPT|Claude|Gemini|GPT-4|Copilot|Llama|Mistral|Siri|Alexa|Cohere|Qwen|DeepSeek|OpenAI|Google|Anthropic".split(
        "|"
    )
)
