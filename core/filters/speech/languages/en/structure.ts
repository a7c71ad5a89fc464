// English: rules for conjunctions and filler words.

export const structure: Record<string, string[]> = {
  comma: [', and|,', ';', ':', '.', '!', '?', '-', '–', '—', 'lpar', 'rpar', '…'],
  commaor: [', or'],
  or: ['or|or else|and / or|/|or also|or even|either|but also'],
  and: [
    'and either|and|&|plus|as well as|and also|also|together with|and which|and that|and who|and where|and are|and is|and it is|and has|and if|and when|and only',
  ],
  but: [
    'but|however|yet|but only|but only if|but only when|, but only|provided|provided that|as long as|but rather|instead|but if|but when|but with',
  ],
  butnot: [
    'stop|avoid|filter out|leave|but leave|and leave|take away|suppress|keep out|spare me|no more|leave me alone with|do not want|i do not want|i do not need|get rid of all|not|nothing|none of|no mail|no mails|no e-mails|no emails|no messages|but not|and not|nor|but no|and no|no|never|but never|but nothing|neither|but not the|not the|but not if|but not when|and not when|not if|not when|but do not send|but do not forward|but skip|skip|but ignore|ignore|ignoring|forget|forget about|but forget about|drop|but drop|do without|but leave out|leave out|but exclude|exclude|excludes|lacks|but without|without|but hold back|but drop|is not|are not|and it is not|it is not|but it is not|does not|do not|but is not|but are not|if it is not|as long as it is not|provided it is not|isnt',
  ],
  thatnot: ['(that|which|who) (are|is) neither', '(that|which|who) (are|is|do|does|have|has) not', '(that|which|who) (are|is) no'],
  except: [
    'not counting|not to mention|disregarding|except|except for|apart from|other than|besides|excluding|minus|save for|aside from|with the exception of|excepting|bar|barring|outside of|without any of|not including|but for',
  ],
  unless: ['unless|except if|except when|if not|unless it is|unless they are|unless it has|except when it is|except where|unless there is'],
  everyexcept: [
    '(everything|anything|all|whatever|all my mail|all mail|all mails|every mail|every message|all messages|all e-mails|all emails|every email|every e-mail|all of it|the lot|it all|any mail|any message|everyone|everybody|all my mails) (but|but not|except|except for|save|other than|apart from|bar|excluding|minus|besides|aside from|with the exception of)',
  ],
  everynot: [
    '(everything|anything|all|whatever|all my mail|all mail|all mails|every mail|every message|all messages|all e-mails|all emails|every email|every e-mail|any mail|any message|everyone|everybody|all my mails) (that is not|that are not|which is not)',
  ],
  every: [
    '[but|and] [still] everything else|otherwise (all|everything)|[but|and] all the rest|everything else is fine',
    'everything|anything|whatever|everything else|all|all of it|all the rest|what',
    '(all|every|any|each) [single|last|one of] [of] [my|the|incoming|new|other|those] @mail',
  ],
  only: [
    'only|just|solely|exclusively|nothing but|only the|only if|only when|purely',
    '[and|but] (nothing else|nothing more|no more please|and no more|no others|no other @mail|otherwise nothing|that is all|that is it)',
  ],
  refused: ['[then] (do not|never) (send|forward|show) (it|them) [to me|on]|[then] i do not want (it|them)'],
  excluded: ['excluded|excepted|not included|not wanted|unwanted|left out|are excluded|is excluded'],
  setsnothing: [
    '[and] (also|even) (at night|on weekends|at weekends|at the weekend|on holidays|on sundays|during the night|in the night|late|at any hour|in the evening)',
    'in that time|at that time|during that time|during those hours|at those hours|no exceptions|without exception|no ifs or buts|day and night|night and day|around the clock|at any time|any time|anytime|always|24 / 7|24/7|whenever they come|no matter when|no matter what time it is|no matter the time|no matter the hour|whatever the time|whatever the hour|whatever time it is|any hour|any time of day|at any hour|at all times|day or night|in any case|wherever I am',
  ],
  mail: ['[a|an|the|my|some|those|these|new|incoming|other|of] @mail', 'of @mail'],
  forward: [
    '(send|forward|give|get|show|pass|push|deliver|bring|route|relay|ferry|transfer|fwd|resend|redirect|dispatch|transmit|let me have|let me see|let me get|keep me informed of|keep me informed about|keep me updated on|keep me posted about|keep me posted on|keep me in the loop on|keep me in the loop about|keep me up to date on|keep me up to date with|loop me in on) [on|along|over|through] [me|us] [up] [all] [with|about|of]',
    '(shoot|fire|beam|ping|whatsapp|pipe|drop|hand|throw|toss|fetch|ship|buzz|nudge|text|direct|channel|funnel|copy|share|post|hook|alert|notify|report|slip|sling|chuck|stream|feed|present|mail|email|message|serve|supply|provide|furnish|offer|slide|bounce) [it|them|these] [on|along|over|through] (me|us|to me|to us|my way|our way) [up|in] [all] [with|about|to|of]',
  ],
  filler: [
    'basically|literally|actually|honestly|simply|generally|in general|essentially|usually|ideally|obviously',
    '[on|by|via|a|get] whatsapp [message|messages|notification|notifications|alert|alerts] (for|about|of|when|with|from)',
    '(let|allow|permit) [it|them] (through|in|pass)|let me have|through',
    'mark|move|i never want to miss|i do not want to miss|never let me miss|do not let me miss|i must not miss|i must never miss|i cannot miss|never miss',
    'anymore|any longer|any more|latest|newest|most recent',
    '(want|need|receive|see|keep|take|put|pack|wrap|out|aside|away)',
    '(dear|hi|hello|hey|good morning|good afternoon|good evening|greetings) <proper> (,|!|.|:)|dear|mailferry|good morning|good afternoon|good evening|greetings|many thanks|cheers|thanks a lot|thanks in advance|thank you very much',
    'thx|tx|ty|ta|though|my way|our way|fyi|btw|lol|please|pls|plz|kindly|thanks|thank you|hi|hello|hey|ok|okay|well|so|then|too|really|again|there|here|for me|to me|me|us|for us|to us',
    '[to|on|onto] (my|the) (phone|whatsapp|mobile|cell|cellphone)',
    'to whatsapp|on whatsapp|via whatsapp|by whatsapp|through to me|through',
    'i (would like|want|need|like|wish|care about|d like|only want|just want|only need|only care about|am interested in|must have) [to] [get|receive|see|have|read|know|hear|hear about|hear of|know about|be told|be told about|be notified|be notified of|be notified about|be informed of|be informed about|be alerted to|be alerted about|learn of|learn about|find out about|stay on top of|keep track of|keep up with|be kept informed of|be kept posted on|be shown|be sent|follow]',
    '(can|could|would) you|make sure|i get|i receive|we get|i have|we receive',
    '@tell [when|if|about|of|once|whenever|as soon as|every time|that]',
    '[would you] [be] (so kind as to|kind enough to|so good as to)|would you mind|waiting for|looking for|expecting|look out for|keep an eye on|watch for|watch out for|looking out for|interested in|keen on|keen to see|eager to see|curious about',
    '(do not|never|no need to) (send|forward|show|give) [me|us] (anything|mails|mail|any mail|a thing|stuff) (unless|except|but|other than|if not) [it is|they are|its|it]|not only|(once|after|when|as soon as) [you have|they are|it is|you] forwarded [them|it]|afterwards|after that',
    'if|when|whenever|once|in case|every time|each time|as long as|where|for|with|to|of|on|in|at|by|about|from|as',
    "'s",
    'that|which|who|whose|it|they|them|these|those|this|i|you|we|he|she|his|her|their|its|my|our|your|the|a|an',
    'that are|that is|which are|which is|who is|who are|there is|there are|it is|they are|that has been|that have been|are being',
    'is|are|was|were|be|been|am|has|have|had|having|does|do|did|will|would|can|could|should|must|may|might|get|gets|got',
    '(that|which|who|it|they) (went|goes|go|came) to|(went|goes) to',
    '(that|which|who|it|they) (arrive|arrives|come|comes|get|gets|lands|land|reach|reaches) [in|through|to]',
    'arrive|arrives|arriving|arrived|come|comes|coming|came|landing|received|incoming|comes in|come in|come through|comes through|turns up|turn up|get in|reach me|reaches me|i receive|i get',
    'something|things|someone|somebody|anyone|anybody|people|everyone|everybody|a person|nobody|any sender|senders|sender',
    'sent|written|mailed|addressed|sent in|sent out|sends|send|writes|write|forward it|forward them|send it|send them|pass it on|let it through|let them through|i want it|i want them|want',
    'some|any|every|each|other|others|certain|one|ones|kind of|sort of|like|such as|for example|e . g|i . e|namely|particularly|especially|mainly|mostly',
  ],
}
