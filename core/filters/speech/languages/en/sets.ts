// English: word sets that rules reference with `@`.

export const sets: Record<string, string> = {
  kinship:
    'aunt|auntie|aunty|uncle|grandma|grandpa|granny|cousin|sister|brother|mum|mom|dad|daughter|son|my wife|my husband|my friend|my neighbour|my colleague|my boss|my landlord|my sister|my brother|my daughter|my son|my bank|my boyfriend|my girlfriend|my partner|our neighbour',
  mail: 'mail|mails|post|e-mail|e-mails|email|emails|message|messages|letter|letters|correspondence|mailings|things|stuff|ones|thing|items|posts',
  subject: 'subject|subject line|subjects|subject lines|subject field|title|titles|heading|headline|topic line',
  body: 'body|text|message text|body text|mail text|content|message body|main text|contents',
  box: 'mailbox|inbox|mail account|email account|e-mail account|account|mail box|in-box|mailboxes|postbox',
  someone: 'someone|somebody|anyone|anybody|people|everyone|everybody|persons|a person|person',
  has: 'has|have|having|contains|contain|containing|includes|include|including|mentions|mention|mentioning|says|say|saying|shows|reads|carries|with|holds',
  ishas:
    'must contain|must have|must include|must mention|should contain|should have|has to contain|contains|includes|mentions|says|has|have|contain|include|mention|say|containing|including|mentioning|saying|having',
  word: 'the word|the words|word|words|the phrase|phrase|the term|the terms|the text|the string|the expression|any of the words|one of the words',
  sends:
    'sends|send|sent|writes|write|wrote|has sent|has written|is sending|mails me|emails me|writes me|messages me|gets in touch|gets in touch with me|contacts me|reaches out|drops me a line|pings me|gets back to me|has to say|has written|posts|has mailed|mailed me|emailed me',
  over: 'over|above|larger than|bigger than|more than|heavier than|greater than|exceeding|beyond|at least|upwards of|of more than|weighing more than|that exceed|that weigh more than|weigh more than|weigh over|that weigh over|exceed|exceeds|from',
  under: 'under|below|smaller than|less than|lighter than|at most|up to|no more than|no bigger than|no larger than|of less than',
  big: 'big|large|huge|heavy|bulky|enormous|massive|oversized|giant|very big|very large|really big|too big|fat',
  small: 'small|little|tiny|short|light',
  file: 'attachment|attachments|file|files|enclosure|enclosures|attached file|attached files',
  att: 'with|has|have|having|containing|contains|including|includes|carrying|that have|that has|that come with|that comes with|which have|with at least|come with|comes with|bringing|together with|contain|include|carry|carries|that carry|that carries|which carry|featuring|bearing|holding|accompanied by|along with|that include|that includes|come along with|with some kind of',
  some: 'a|an|any|some|the|their|one|at least one|one or more|its|his|her|several',
  tell: 'give me a heads up|heads up|give me a nod|give me a buzz|tell me|let me know|notify me|inform me|ping me|alert me|warn me|message me|tell us|give me a shout|i want to know|i would like to know|let us know|keep me posted|text me',
  passes:
    'passes|pass|passed|is ok|is fine|is valid|is good|succeeds|succeeded|checks out|is correct|verified|is passed|are ok|is right|holds|is verified',
  fails:
    'fails|fail|failed|does not pass|do not pass|did not pass|is bad|is broken|is invalid|is wrong|is missing|do not check out|does not check out|is not ok',
  hide: 'hide|hiding|mask|masking|black out|blacking out|blacken|redact|redacting|remove|removing|cover|covering|blank out|blank|blanking|conceal|concealing|censor|censoring|obscure|obscuring|blur|blurring|strip|stripping|leave out|leaving out|omit|omitting|cross out|crossing out|x out|star out|starring out|scrub|scrubbing|suppress|suppressing|scramble|scrambling|anonymize|anonymise|sanitize|sanitise|protect|protecting|shield|shielding|drop|dropping|cut|cutting|take out|taking out|erase|wipe|withhold|withholding|obfuscate|veil|edit out|blot out|keep back|minus|replace|cloak|disguise|bleep out|pixelate',
  hidden:
    'hidden|masked|blacked|blackened|redacted|removed|covered|blanked|concealed|censored|obscured|blurred|stripped|left out|omitted|crossed|xed|starred|scrubbed|suppressed|scrambled|anonymized|anonymised|protected|shielded|dropped|cut|taken out|erased|wiped|withheld|obfuscated|blotted|out of sight|secret|private|invisible|unreadable|replaced|gone|veiled|cloaked|disguised|pixelated|kept back|not visible|not shown|not readable',
  shown:
    'show|showing|shown|reveal|revealing|revealed|display|displaying|displayed|expose|exposing|exposed|include|including|included|visible|readable|appear|appearing|see|seeing|seen|print|printed|disclose|disclosing|disclosed|leak|leaking|leaked|give away|giving away|show up|spell out|put|write|writing|written out|on display',
  bundled:
    'bundle|bundled|bundling|batch|batched|batching|gather|gathered|gathering|collect|collected|collecting|combine|combined|merge|merged|compile|compiled|consolidate|consolidated|accumulate|accumulated|group|grouped|grouping|lump|lumped|pool|pooled',
  packed:
    'roll|rolled|pack|packed|wrap|wrapped|put|sum|summed|save|saved|stack|stacked|pile|piled|add|added|condensed|folded|rolling|packaged|sent|send|delivered|deliver|all|hold',
  message:
    'message|mail|e-mail|email|digest|summary|bundle|batch|list|update|go|note|package|roundup|round-up|overview|whatsapp|chunk|block|piece|post',
  headers:
    '[the] (sender|from|name|sender name|who) and [the] (subject|title|subject line)|[the] (subject|title|subject line) and [the] (sender|from|name)|who (it is from|they are from|wrote|sent it|wrote it|it came from) and (what it is about|the subject|the title|about what)|[the] (subject line|subject|subjects|title|titles|headers|header) [line|lines]',
  be: 'is|are|was|were|goes|go|gets|get|has|have|had|breaks|break|fails|stops|stop|becomes|runs|crashes|will be|needs',
  hold: 'let me sleep|i sleep|i am asleep|hold|hush|be still|keep still|hold them|hold it|hold these|hold back|keep them|keep them back|wait with them|quiet|keep quiet|be quiet|stay quiet|stay silent|silent|silence|mute|mute them|mute it|do not disturb|do not disturb me|do not notify me|do not send|do not send them|do not send anything|do not bother me|no messages|no notifications|no pings|quiet hours|quiet time|pause|pause them|do not ping me|leave me alone|do not wake me',
  vague:
    'important|interesting|relevant|useful|boring|annoying|nice|good|bad|silly|unnecessary|necessary|critical stuff|essential|worthwhile|trivial|serious|weird|strange|suspicious|dull|pointless|usual|special|really important|very important|crucial|significant|noteworthy|worth reading|worth knowing|pressing|noisy|irrelevant|unimportant|less important|proper|uninteresting|unnecessary ones|tedious|routine|exciting|urgent-looking|spammy|usual ones|valuable|meaningful|vital|minor|major|obvious|stupid|lame|funny ones|useless|needless|big news|top|key|main|best|worst|wanted|unwanted',
  invite: 'invitation|invitations|invite|invites|meeting request|meeting requests|invitation mails',
  event: 'calendar|meeting|meetings|event|events|appointment|appointments|calendar event|calendar events|call|calls',
  answered:
    'accepts|accept|accepted|declines|decline|declined|answers|replies to|responds to|answer|reply to|confirms|rejects|turns down|has accepted|has declined|accepting|declining',
}
