// English: rules for requests that are not supported.

const who = '(my|our|the|a|an|his|her|some|any)'

export const missing: Record<string, string[]> = {
  mood: [
    '[that|which|who] [are|is|sound|sounds|seem|seems|feel|feels|read|look|looks|written] [in|with] [a|an|too|very|so|really|rather] [bit|little] [of] (angry|upset|sad|happy|rude|unfriendly|friendly|kind|polite|impolite|nasty|mean|aggressive|worried|desperate|furious|annoyed|cheerful|funny|sarcastic|ironic|stressed|nervous|excited|unhappy|impatient|hostile|emotional|frustrated|anxious|positive|negative|cheery|joyful|disappointed|offended|offensive|threatening|passive-aggressive|warm|cold|grumpy|cross|insulting|scared|afraid|romantic|loving|hateful|bitter|melancholic|panicked|panicky|sincere|enthusiastic|satisfied|dissatisfied|depressing|hurt|jealous|moody|pushy|tense|bossy|whiny|heartfelt|harsh|hysterical|flirty|grateful|tone|mood) [tone|voice|words|manner|mood|way|@mail|people|customers|style|language|note|or <label>]',
    '[in|with] [a|an] (bad|good) (mood|tone|temper)|(complaining|shouting|ranting|whining|crying|moaning) [@mail]|sentiment|tone of voice',
  ],
  readelsewhere: [
    '[that|which] (i|we|nobody|no one|noone|someone|he|she|<names>) [have|has|did|had|already] (not|never|already|left) [yet] (read|unread|opened|seen|looked at|open|see|noticed|viewed|deleted|archived) [it|them|yet|@mail] [on|in|at|anywhere|elsewhere] [<rest>]',
    '[tell me] (when|if|whether|once) <names> (has|have|had) (read|opened|seen) (my|the|our|it) [<rest>]',
    '[that|which|still] left unread [<rest>]',
    '[that|which] (are|is|stay|stays|remain|remains|still|were) [still] (unread|unopened|unseen|not read|not opened) [<rest>]',
    '(unread|unopened|unseen) @mail [<rest>]',
    'already (read|opened|seen) [on|elsewhere|in] [<rest>]',
  ],
  delay: [
    'wait [for] (a|an|one|<number>|some|half an) (hour|hours|minute|minutes|day|days|while|bit) [before <rest>]',
    '[but] [only] (after|for|within|in) [about] (an hour|<number> hours|<number> minutes|a few hours|a while|half an hour|<number> days|a day|a few days|<number> hour|<number> weeks)',
    '(remind|snooze|nudge) [me|it|them|us] [of|about|to|again|in|until|later|tomorrow] [<rest>]',
    '(later|with a delay|delayed by <number> (hours|minutes))',
  ],
  picture: [
    '<kinds> of (a|an) <label> [in it|in them|inside]',
    '<kinds> (with|of|that show|showing|which show|where|featuring|that contain|containing|depicting|in which|on which|that have|having|from|that depict) [@some|my|our|the|two|many] (<topics>|<names>) (in them|in it|on them|on it|in the picture|are on it|is on it|can be seen|on top|is visible)',
    `<kinds> (of|that show|showing|which show|featuring|depicting|that depict|where you see|on which|in which) [${who}] [<rest>]`,
    `what [is|can be seen] (in|on) (the|a) (picture|photo|image) [<rest>]`,
  ],
  place: [
    '[from|by] (people|anyone|someone|senders) [from] (around here|around me|next door|in town|in my area|in my street)|[from] locals',
    '[from] (people|senders|someone|anyone|somebody|companies) [who|that|which] [are|is|live|lives] [living|based|located|writing] in <proper>',
    '[from] [people|someone|anyone|senders|somebody|who|that] [who|that] [are|is|live|lives|being|sits] (near me|nearby|close to me|around me|close by|in my area|in my neighbourhood|in my town|in my city|in my street|within <number> (km|miles|kilometres|kilometers)|from around here|local to me|near here|near my home|in the neighbourhood|living nearby|living near me|in my country|from my city|from my town|abroad|from abroad)',
  ],
  whereyouare: [
    '[only|but only|just] (when|while|if|as long as|whenever|unless|until|once|not when|as soon as) (i am|i|i get|i leave|i arrive|we are|we) [not|away|back|out|still] [am] (at|in|on|near|from|away from|out of|home|driving|travelling|traveling|abroad|walking|busy|asleep|in a meeting|moving|outside|inside|here|offline|online|out|away|back|alone|on the road|running|sleeping|connected|at home) [<rest>]',
    'depending on where i am|based on my location|near home|wherever i happen to be',
  ],
  call: [
    '(call|ring|phone|dial) [me|us] [up] [on|at|by] [my|the] [phone|mobile|number|telephone]',
    '(a|with a|by|per|make a) (phone call|call|ring) [to me]|voice call|(send|write) [me|it|them] [as|by|an|a|via] (sms|text message|telegram|signal|fax|slack message)|(by|via|as|on|to|over|through) (sms|teams|imessage|telegram|signal|fax|slack|messenger|discord)|read [it|them|all|the|my|these|out|aloud] [@mail|out|aloud] [from <names>] (aloud|out|out loud|to me) [to me]|wake me [up]|play a sound|ring a bell|[make] [my] phone ring',
  ],
  translate: [
    '[and|please] (translate|translated|translation|translating) [it|them|of|from] [all|everything] [<tongue>] [(into|to) [my language|<tongue>]] [please]',
    '(put|turn) [it|them|@mail|everything] into <tongue>',
    '(into|to) <tongue>',
    'in my [own|mother] (language|tongue)',
  ],
  erase: [
    '[and|please|then] (delete|erase|trash|bin|destroy|throw away|get rid of|wipe|purge|remove|discard|throw out|shred) [it|them|all|these|@mail] [from my inbox|afterwards|from the mailbox|from my mailbox|for good]',
    '(throw|chuck|toss) <label> (away|out)|throw newsletters (away|out)',
    '(move|put) [it|them] [in|into|to] [the] (trash|bin|wastebasket)',
  ],
  answer: [
    '[please|and] (tell|inform|text|message|notify|email|mail|ask|thank|congratulate|wish|greet|warn|write) <proper> [that|to|about|if|of|when|for|a|an|the|i|we|why|how|what|whether] [<rest>]',
    '(answer|reply to|respond to|write back to|write to) <names> [with|that|saying|by saying|and say|automatically|to say|:] [<rest>]',
    '[and|please] (reply|respond|answer|write back) [to] [it|them|everyone|everybody|all|these|him|her|me] (with|that|saying|automatically|for me|politely|by itself) [<rest>]',
    '(send|give|write) <proper> (a|an|my|some|your) [<rest>]',
    '(write|reply|respond|answer) back to (everyone|everybody|all|people|him|her|them) [<rest>]|^ let <proper> know [<rest>]',
    '(reply|answer|respond|say|write) <label> to <names> [<rest>]',
    '(send|give|write) [them|<names>] [an|a] [automatic|quick|short|polite] (reply|answer|response) [<rest>]',
    '(auto-reply|auto reply|auto respond|auto-respond|automatically reply|automatically answer|automatically respond) to <names> [<rest>]|(auto-reply|autoreply|auto-answer) [to] [<names>] [<rest>]|say (thanks|thank you|yes|no|ok) to <names>|draft (a reply|an answer|answers|replies) [<rest>]|^ (accept|decline) [all|every|the|my|any] (invitations|invites|meetings) [<rest>]',
  ],
  answered: [
    '[that|which|still] [are|is] (awaiting|waiting for|needing|need|expecting|expect|requiring|require|pending|waiting on) [my|a|an|our|your] (reply|replies|answer|answers|response|responses|action) [<rest>]',
    '[that|which] [nobody|no one|noone|i|we|someone|somebody|anyone|none of us|he|she|they|<names>] [have|has|had|did|is|are] [not|never|yet|still|already] [been] (answered|replied to|responded to|replied|reacted to|unanswered|answer|dealt with|handled|not answered|waiting for an answer|awaiting a reply|waiting for a reply) [yet|so far] [for|in|since|within|after|to|by] [<rest>]',
    'unanswered @mail [<rest>]|without (a|an|any) (answer|reply|response) [<rest>]|(waiting|wait) for (my|an|a) (answer|reply) [<rest>]|still open [<rest>]|i owe (an answer|a reply) [<rest>]',
  ],
  truth: [
    '[that|which] (look|looks|smell|smells|sound|sounds) [like|of] [a] (scam|scams|phishing|fraud|fishy|fake|genuine|legit|too good to be true|lie|dodgy)',
    '[that|which] (are|is|was|were|seem|look|contain) [all|probably|really|actually|definitely] (wrong|false|incorrect|right|true|correct|fake|lies|a lie|mistaken|too high|too expensive|cheap|unfair|untrue|justified|legitimate|legit|genuine|a mistake|mistakes|a scam|scams|phishing|dangerous|fraudulent|errors|unjustified|inaccurate|overpriced|too low|unreasonable|plausible|honest|dishonest|reasonable|made up|duplicates|unpaid|paid|already paid|not paid) [<rest>]',
    '(wrong|false|incorrect|fake|mistaken|fraudulent|unpaid|erroneous) [@mail] [invoices|bills|payments|information|statements|orders]|with (mistakes|errors|typos|spelling mistakes|wrong numbers|wrong amounts|a mistake)',
  ],
  guess: [
    '[just] (guess|surprise me|decide|choose|pick|find out|figure out|you decide|use your judgement|use your judgment|do what you think|work out|think for me|know what i want|read my mind|learn|be smart|be clever) [yourself|for me|from] [what|which|whatever] [<rest>]',
    '(what|whatever) i (would|might|may|could|should) (find|like|want|need|consider|call) [<rest>]|what (i need|i want|i like|you think|i would want|i might need|is best) [<rest>]|(whatever|what|anything|everything|as) you (think|like|want|find|consider|see fit|prefer) [<rest>]|the ones i would (like|read|want)|the same as (last time|always|before|usual)|what i usually (read|open|want|like)|like last time|something nice|you know what i mean|as you see fit|use (ai|common sense)|learn from [<rest>]|based on (my|what i) [<rest>]',
  ],
  elsewhere: [
    '(unsubscribe|sign me off|opt out|opt me out|subscribe) [me|us] [from|to|of] [it|them|all|the|these|every|those] [@mail]',
    '(mark|report|flag|treat) [all|the|every|my] [<label>|@mail|newsletters] as (spam|junk|phishing)',
    '^ (what is|what was|what are|what did|how much|how many|how do|how is|why|who is|who wrote|where is) <rest>|^ (write|compose|tell me) (a|an|me a) (poem|story|song|joke|letter|list|text) [<rest>]|^ read my (whatsapp|messages|texts) [<rest>]',
    '[forward|send] ~ to + <number> [<number>] [<number>] [<number>] [<number>]',
    '^ (add|put|enter|save|copy) [the|all|these|this|my] <label> (to|in|into|on) [my|the|our] (calendar|diary|planner|drive|dropbox|spreadsheet|notes)',
    '^ [please] (explain|extract|rewrite|transcribe|calculate|schedule|reschedule|google|look up|add up|convert|log me in|sign me up|proofread|paraphrase|classify) <rest>',
    '^ [please] (open|order|decline|accept|confirm|count|compare|list|cancel|approve|reject|return|rename|block|empty|fill in|fill out|join|rate|check|verify|attend|edit|correct) (the|all|every|any|my|this|these|that|it|them|a|an|more|some|invitations|meetings|appointments) [<rest>]',
    '(print|pay|download|upload|buy|sign|install|invest|book|cancel) (the|all|my|every|any|these|each) [<rest>]',
    '(block|ban) [the] (sender|senders|<names>)|report [the] (sender|senders|<proper>)|(report|mark) [it|them|these|@mail] (as spam|as phishing)',
    '(pay|print|buy|book|order|download|save|upload|copy|sign|file|add|put) [it|them|the|my|all|a|these|every] [@mail|invoice|invoices|bill|bills|attachment|attachments|event|events|files|pdf|pdfs|meeting|meetings|photos] (to|in|into|on|automatically|for me|with) [my|the|a|an] (calendar|bank|printer|card|dropbox|drive|google drive|disk|cloud|to-do list|todo list|spreadsheet|computer|notion|crm|automatically|me|phone|phone calendar|onedrive|paper|usb stick|accounts|books)',
    '(pay|print|buy|sign) [all|my|the|every|these|any] (invoices|bills|invoice|bill|it|them|attachments|attachment|contracts|tickets|receipts|labels)',
    'forward [it|them|these|@mail] (to|on to) (my|the|our|<names>|another|an) (wife|husband|accountant|colleague|boss|e-mail|email|mail address|e-mail address|other address|gmail|partner|assistant|secretary|team|lawyer|friend|sister|brother|address|<address>)',
    'forward [it|them|these|everything|all|@mail] to <address>',
  ],
  copy: [
    '[and|please|then] (copy|duplicate) [a] [copy of] [<label>|it|them|these|all|my|the] [@mail] [from <names>] (to|into|in) [the|my|a] (folder|<label> folder) [called|named] [<label>]',
    '[and|then] (keep|save|put|store) [a|the] (copy|copies) [of it|of them|of <label>] (in|into) [the|my] [folder] <label> [folder]',
  ],
  summarize: [
    '[the|just the|only the] (first|last) (<number>|few|couple of) (characters|letters|words|lines|sentences|paragraphs) [of|from]',
    '[give|send|write] [me] (a|the|an) (recap|gist|outline) of <rest>',
    '[give|send|write|tell] [me] (a|the) (summary|gist|recap|overview|digest) of (what|whatever|how|why|everything that) [<rest>]',
    '[please|and] (summarise|summarize|sum up|recap|condense) [for] [me|us] (what|whatever|how|why|this|it|this thread|this conversation|the thread|the threads|the conversation|the discussion|the contents|the week|the day|the attachment|the attachments|all attachments|attachments|the pdf|the pdfs|the files|the documents|the meeting|the news) [<rest>]',
  ],
  // In "emails with a PDF that mention …" the emails do: only what one file says, or what the text of files says, is inside.
  inside: [
    '[@att] [@some] (@file|<kinds>) (that|which) (says|contains|mentions|includes|talks about) [@word] <literals> [in it|in them|inside]',
    '^ [@some] (@file|<kinds>) (that|which) (say|contain|mention|include|talk about) [@word] <literals>',
    '[@att] [@some] (@file|<kinds>) (whose text|whose content|whose contents) (says|say|contains|contain|mentions|mention|includes|include|talks about|talk about) [@word] <literals> [in it|in them|inside]',
    '[@att] [@some] (<kinds>|@file) (that|which|whose content|whose text|whose contents|with) [says|contains|contain|mentions|mention|say|containing|mentioning] (the text|the words|the word|text|words) <literals> [inside] (in it|in them|inside)',
    '(inside|within|in the text of|in the content of|in the contents of) [the|an|any|a] (attachment|attachments|pdf|pdfs|file|files|document|documents)',
    '(handwriting|handwritten|written by hand in the scan|a signature in the scan)',
  ],
  world: [
    '[only] (on|during) (rainy|sunny|snowy|stormy|cold|hot|cloudy) (days|weather|day|nights|weekends)',
    '[only|but only] (if|when|while|as long as|whenever|unless) (it is|it|the weather|the sun|the stock market|the stock|stocks|the market|the traffic|my phone|my battery|the battery|the price|my calendar) [is] (nice|raining|rains|snowing|snows|sunny|hot|cold|windy|shines|falls|low|full|free|good|bad|empty|stormy|dark|warm) [<rest>]',
    '[only|but only|and] (if|when|while|as long as|unless) i [am|have|do] [not] (busy|free|in a meeting|on holiday|on vacation|awake|sick|ill|driving|asleep|working|a meeting|an appointment|tired|no other|looking at my phone|time|on call|watching tv|on the phone) [<rest>]',
  ],
}
