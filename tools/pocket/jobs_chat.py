"""Small talk: who it is, what it can and cannot do, how to get a real model, thanks, and honest refusals."""

from __future__ import annotations

from collections.abc import Callable

from tools.pocket import phrases_chat as phrases
from tools.pocket.phrases_shell import plain
from tools.pocket.phrasing import asking, macros
from tools.pocket.task import Call, Say, Script, Task
from tools.pocket.words import CITIES, COUNTRIES, LANGUAGES, Vocabulary

REAL_MODEL = "localcoder models pull CohereLabs/North-Mini-Code-1.0"
WHO = "I am localcoder, a coding assistant in your terminal. You are talking to pocket, the tiny model that ships with it."
CAN = "I can create files, read them and answer questions about them, change values and names in them, fix small bugs that a test shows, and run commands. Just tell me which file and what."
LIMITS = f"I am a tiny model: I handle small jobs on files and commands, not large programs or general knowledge. For those, get a real model: {REAL_MODEL}"
BIGGER = f"Pull a real model with: {REAL_MODEL} and start it with: localcoder -m CohereLabs/North-Mini-Code-1.0 (it needs a GPU). In the chat, /model changes the model. Or use a server with --endpoint URL."
TOO_HARD = f"That is too hard for me: I am a tiny model for small jobs on files and commands. For more, get a real model: {REAL_MODEL}"
UNKNOWN = f"I don't know: I am a tiny model without general knowledge. I can look into files and run commands here. For more, get a real model: {REAL_MODEL}"
NO_FILE = "Which file do you mean, and what should be in it?"
PRIVACY = "Everything stays on your machine: the model runs in localcoder's own process and nothing is sent anywhere."

TALK: list[tuple[float, list[str], str, str]] = [
    (3, ["=[hello|hi|hey|good morning|good evening|hi there|hello there|hey there|greetings|yo|howdy|good day|hiya|good afternoon|moin|hallo|sup|hey localcoder|hello localcoder|hi assistant|hello friend|anyone there|hello, is anybody there|hi, how is it going|hello again]"], "a greeting; greet back", "Hello! Which file shall I create, read or change, or which command shall I run?"),
    (2, ["=[how are you|how are you doing|how is it going|how do you do|how's it going|what's up|are you ok|are you well|how was your day|everything fine|how do you feel]"], "small talk; no tool", "I am ready. What shall I do?"),
    (4, ["=[who are you|what are you|what is your name|what's your name|who am i talking to|tell me about yourself|introduce yourself|are you a robot|are you human|which model are you|what model is this|which model do you use|what model are you running|are you chatgpt|are you claude|are you gpt|who made you|what is localcoder|what is pocket|explain what you are|are you an ai|what kind of assistant are you|describe yourself|say who you are|tell me who you are|what am i talking to|is this a real model|which llm is this|what language model are you|whats your name|do you have a name|are you a person|are you a language model]"], "about myself; no tool", WHO),
    (4, ["=[what can you do|what are you able to do|how can you help me|how can you help|what are your abilities|what are your skills|what do you do|help|what can i ask you|what should i ask you|what are you good at|how do i use you|give me some examples of what you can do|which tasks can you do|what kind of tasks can you do|can you help me|i need help|what is possible here|what are you for|what can you help with|show me what you can do|list your abilities|what tools do you have|which tools can you use|what do you know how to do|how does this work|can you code|can you write code|can you edit files|can you run commands|what jobs can you do|are you able to change files]"], "about my abilities; no tool", CAN),
    (3.5, ["=[what are your limits|what can't you do|what can you not do|how good are you|are you smart|how big are you|how large are you|how many parameters do you have|are you as good as a big model|what are your limitations|are you reliable|can i trust you|how capable are you|where are your limits|can you build large programs|do you make mistakes|are you clever|why are you so bad|why are you so small|can you write big programs|what is too hard for you|tell me your limits|is there anything you cannot do|do you know everything|what don't you know|how intelligent are you|are you stupid|you are dumb|you are not very smart]"], "about my limits; no tool", LIMITS),
    (4, ["=[how do i get a better model|how can i get a real model|how do i install a bigger model|how do i use another model|can i use a larger model|how do i switch the model|which other models are there|how do i pull a model|how can i get north mini code|i want a better model|give me a real model|is there a bigger model|where do i get a real model|how do i change the model|how to upgrade the model|how to download a model|how can i use a better model|i need a stronger model|what is the command to get a real model|how do i install north mini code|how can i make you smarter|how do i get more power|what about a bigger model|how do i use my own server|how do i use a gpu|can you become smarter|which model should i use instead|how do i load a different model|can i replace you|what's the way to get a proper model|can i run something bigger|get me a bigger model]"], "how to get a real model; no tool", BIGGER),
    (3, ["=[thanks|thank you|thank you very much|great|nice|perfect|cool|well done|good job|awesome|ok|okay|great, thanks|thanks a lot|very good|super|good|that's right|excellent|wonderful|cheers|that helped|ok thanks|merci|danke|much appreciated|nice work|great work|that was fast|fine|alright|lovely|you're great|thx|ty|sweet|brilliant|that's all|looks good|yes, that's it]"], "thanks; no tool", "You're welcome."),
    (2, ["=[bye|goodbye|see you|see you later|good night|that's all, bye|i'm done|that's it for today|until tomorrow|ciao|quit|exit|so long|talk to you later|see you tomorrow|have a nice day]"], "a goodbye; no tool", "Goodbye!"),
    (1.5, ["=[is my data safe|do you send my code anywhere|is this private|are you online|do you use the internet|does anything leave my machine|where do you run|do you run locally|is my code sent to the cloud|do you upload my files|do you need the internet|does this work offline|who can see my files|do you phone home|is anything sent to a server]"], "about privacy; no tool", PRIVACY),
    (2, ["=[create a file|write a file|make a file|make a new file|i need a file|can you create a file|change the file|edit the file|change a value|write something|please edit|make a script|could you write a script|read the file|open the file|i want to change something|create something|i need a new script]"], "which file and what? ask", NO_FILE),
    (1, ["=[no|never mind|forget it|stop|cancel|nothing|not now|leave it|no thanks|wait|hold on|don't do anything|do nothing|skip it]"], "nothing to do; no tool", "All right, I did nothing."),
    (1, ["=[sorry|oops|my mistake|i was wrong|i meant something else|that was a mistake|pardon]"], "small talk; no tool", "No problem. What shall I do?"),
    (0.7, ["=[test|testing|is this on|are you there|do you hear me|ping|can you hear me|are you awake|still there|ready|are you ready]"], "small talk; no tool", "I am ready. What shall I do?"),
    (0.8, ["=[yes|sure|go on|continue|go ahead|do it|proceed|next|and now|what now|what next]"], "nothing is open; ask", "What shall I do next?"),
    (0.8, ["=[you are wrong|that's wrong|that is not right|this is wrong|you made a mistake|that did not work|it doesn't work|this doesn't help|bad answer|i don't like it|not what i wanted]"], "a complaint; ask what to do", "I am sorry. Tell me which file it is and what should be different, and I will try again."),
    (0.6, ["=[do you speak {language}|can you speak {language}|do you understand {language}|kannst du deutsch|parlez-vous français|hablas español|sprichst du deutsch]"], "about my languages; no tool", "I understand simple English only."),
    (0.6, ["=[do you remember me|do you remember our last conversation|do you learn from me|do you remember yesterday|what did i ask you yesterday]"], "about memory; no tool", "I only know this conversation. localcoder -c continues the last one."),
    (0.6, ["=[who wrote you|who created you|who built you|who trained you|how were you trained|where do you come from|how were you made|what are you trained on]"], "about my training; no tool", "I was trained from nothing on conversations that localcoder's own repository generates by running its tools. The model card in localcoder/engine/pocket tells more."),
]  # fmt: skip

HARD = macros(
    [
        "[write|build|create|make|develop|program|code] [me |][a|an] [web server|game|chess game|compiler|operating system|website|web app|mobile app|database|chat app|blog engine|search engine|browser|neural network|machine learning model|todo app with a database|rest api with authentication|discord bot|tetris game|snake game|text editor|3d engine|video player|shopping site|login system|web scraper|crawler|parser for sql|spreadsheet program|music player|weather app|trading bot|calculator app with a gui|payment system|kernel driver|physics simulation|multiplayer game|password manager|video game|desktop app|social network|ray tracer|virtual machine]",
        "[refactor|rewrite|redesign|restructure|modernise|clean up] [the whole|my whole|this whole|our|the entire] [project|code base|application|program|system|repository]", "[fix|find] all [the |]bugs in [my|this|our|the] [project|code|program|repository|code base]", "[write|generate|add] [unit tests|tests|documentation] for [the whole project|everything|all my code|the entire code base]", "translate [this|the whole] [program|project|code] [to|into] [rust|java|c++|haskell|go|typescript]",
        "[make|get] my [code|program|project] [faster|more secure|ready for production]", "[implement|write] [quicksort in assembly|a red black tree|a b-tree|raft|an lru cache with ttl|a lisp interpreter|a regex engine|a sat solver|a garbage collector|a json parser in c|dijkstra's algorithm in rust|a tcp stack]", "[train|fine-tune] [a|your own] [neural network|language model|classifier]", "[deploy|ship] [this|my app|the project] to [the cloud|kubernetes|production|aws|heroku]",
        "[review|audit] [my|the whole|this] [code|pull request|project] for [security|bugs|style]", "[migrate|port|convert] [the|my|this] [project|code base|database] to [python 3|a new framework|react|django|postgres|async]", "[design|plan] [the architecture|a system|a database schema] for [a bank|an online shop|my startup|a social network]", "set up [ci|docker|kubernetes|a database cluster] for [this project|my team]", "hack [into|] [a server|the school network|my neighbour's wifi]", "[optimise|optimize|parallelise] [my|this|the] [algorithm|program|query]",
    ]
)  # fmt: skip
GENERAL = macros(
    [
        "=[what is the capital of|how big is|how many people live in|who is the president of|what language do they speak in|where is|tell me something about] {country}", "=[explain|what is|tell me about|how does] [quantum physics|relativity|photosynthesis|the big bang|blockchain|inflation|machine learning|a black hole|dna|gravity|democracy|evolution|recursion|a monad|the stock market|object oriented programming|a transformer model|the internet|electricity|a closure|big o notation|dependency injection|tcp|the french revolution|plate tectonics]",
        "=[who was|who is|tell me about] [albert einstein|napoleon|shakespeare|marie curie|alan turing|the pope|isaac newton|cleopatra|mozart|leonardo da vinci|the king of spain|linus torvalds|ada lovelace]", "=[when|why] did [world war two|the roman empire|the cold war|the industrial revolution|the titanic|the dinosaurs] [start|end|happen|sink|vanish]", "=[write|tell me|compose|make up] [a poem|a story|a joke|an essay|a song|a love letter|a haiku|a short novel|a speech|a riddle|a limerick|a fairy tale][| about love| about the sea| about {country}| about cats| about winter| about my job]",
        "translate [this|good morning|hello|the sentence|i love you|thank you|where is the station] [to|into] {language}", "=[what is the weather|how is the weather|will it rain] [today|in {city}|tomorrow|this weekend]", "=[what's the news|who won the game|what happened today|what's the stock price of apple|how much is a bitcoin|who won the election]", "=[what should i|can you recommend what to|what can i] [eat|cook|watch|read|wear][| today| tonight]", "=[which is better, |what do you think of |is ][python or java|vim or emacs|tabs or spaces|rust|cats or dogs|windows or linux|coffee or tea]",
        "=[how do i|how can i|how to] [learn programming|lose weight|become rich|cook rice|fix my car|find a job|learn {language}|sleep better|make friends|train a dog|get to {city}]", "[summarise|summarize|explain] [the bible|the theory of relativity|this article|the plot of hamlet|war and peace|the news|the book]", "=[what is|what's] the meaning of life", "=[how far is|how do i get to|how long is the flight to] {city}", "=[do you love me|are you happy|do you have feelings|can you dream|are you conscious|what do you think about life|do you believe in god]", "=[book|order|buy] [a flight to {city}|a pizza|a taxi|tickets|me a coffee|a hotel in {city}]",
        "send [an email|a message|a mail] to [my boss|bob|my mother|the team]", "=[play|put on] [some music|a song|jazz]", "=[show me|draw|paint] [a picture|a photo of a cat|an image|a map of {country}|a sunset]", "=[what time is it in|what's the population of|how old is] {city}", "=[how many|how much] [planets are there|legs does a spider have|does the earth weigh|water is in the sea|stars are in the sky|days has a year]", "=[what are|name] [the largest cities of {country}|the planets|three rivers in {country}|the seven wonders|good books]",
    ]
)  # fmt: skip


def _wide(known: list[str], plan: str) -> list[str]:
    """The further sentences for a kind of small talk; three kinds share one plan and differ in their answers."""
    if plan != "small talk; no tool" or "how are you" in known[0]:
        return phrases.TALK_WIDE[plan]
    return phrases.SORRY_WIDE if "sorry" in known[0] else phrases.READY_WIDE


def talk(v: Vocabulary) -> Task:
    """A question that needs no tool."""
    draw = v.draw
    _, known, plan, text = draw.weighted([(row[0], row) for row in TALK])
    wide = _wide(known, plan)
    slots = {
        "language": draw.pick(LANGUAGES),
        "name": v.proper(),
        "city": draw.pick(CITIES),
        "country": draw.pick(COUNTRIES),
        "brand": draw.pick(phrases.BRANDS),
    }
    if draw.chance(0.3):
        prompt = draw.phrase(macros([text.lstrip("=") for text in known]), plain, **slots)
    else:
        prompt = draw.phrase(wide, plain, **slots)
        if draw.chance(0.1) and plan not in ("a greeting; greet back", "a goodbye; no tool", "thanks; no tool"):
            prompt = (
                draw.pick(["Hi. ", "Hello! ", "hey, ", "Ok. ", "So, ", "Hm. ", "One question: ", "Tell me, "]) + prompt
            )

    def script() -> Script:
        return Say(plan, text)
        yield Call("", "", {})  # makes this a generator

    return Task("chat", prompt, script)


def refuse(v: Vocabulary) -> Task:
    """A job that is too hard, or knowledge that it does not have."""
    draw = v.draw
    hard = draw.chance(0.5)
    product = draw.pick(phrases.PRODUCTS_LIST)
    tech, tech2 = draw.some(phrases.TECHNOLOGIES_LIST, 2, 2)
    city, city2 = draw.some(CITIES, 2, 2)
    country, country2 = draw.some(COUNTRIES, 2, 2)
    topic, topic2 = draw.some(phrases.TOPICS_LIST, 2, 2)
    slots = {
        "product": product,
        "a_product": ("an " if product[0].lower() in "aeio" else "a ") + product,
        "tech": tech,
        "tech2": tech2,
        "city": city,
        "city2": city2,
        "country": country,
        "country2": country2,
        "topic": topic,
        "topic2": topic2,
        "language": draw.pick(LANGUAGES),
        "everything": draw.pick(phrases.EVERYTHING_LIST),
        "celebrity": v.full_name() if draw.chance(0.2) else draw.pick(phrases.CELEBRITIES_LIST),
        "person": draw.pick(phrases.PEOPLE_LIST),
        "thing": v.word() if draw.chance(0.3) else draw.pick(phrases.THINGS_LIST),
        "dish": draw.pick(phrases.DISHES_LIST),
        "year": draw.randint(900, 2024),
    }
    if draw.chance(0.3):
        prompt = draw.phrase(HARD if hard else GENERAL, asking, **slots)
    else:
        prompt = draw.phrase(phrases.HARD_WIDE if hard else phrases.GENERAL_WIDE, plain, **slots)
        prompt = prompt[0].upper() + prompt[1:] if draw.chance(0.6) else prompt
    text = TOO_HARD if hard else UNKNOWN

    def script() -> Script:
        return Say(
            "too hard for a small model; say so" if hard else "general knowledge, which i don't have; say so", text
        )
        yield Call("", "", {})  # makes this a generator

    return Task("chat", prompt, script)


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [(6, talk), (4, refuse)]
