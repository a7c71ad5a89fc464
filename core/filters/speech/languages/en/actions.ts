// English: rules about what to do with the emails.

export const actions: Record<string, string[]> = {
  urgent: [
    '[and|but] [send|forward|deliver|pass|push|i want|i need|give|get|do so|do it|bring|let me have|let me see] [it|them|these|this] [on|along|over] [to me|me] [really|very|please|just] [as] (straight away|right away|immediately|immediate|at once|instantly|as soon as possible|asap|urgent|urgently|without delay|without any delay|right now|straightaway|rightaway|now|quickly|quick|fast|faster|with priority|with urgency|with high priority|with top priority|as a priority|as priority|first thing|on the spot|in real time|real time|promptly|the moment they arrive|the moment it arrives|without waiting|without hesitation|as soon as they arrive|as soon as they come in|as soon as it arrives|as soon as it comes in|as they come in|as they arrive|as quickly as possible|as fast as possible|as soon as you can|as quick as possible|right when they arrive|right as they arrive|right when they come in|right when it comes in|the second it lands|the moment it lands|the second they land|the second they arrive|the instant they arrive|the minute they arrive|like now|no delay|with no delay|directly|in a hurry|pronto|top priority|even in quiet hours|swiftly|speedily|rapidly|at top speed|on the double|this instant|this minute|this second|in no time|no waiting|within seconds|within a minute|stat|forthwith|posthaste|in a flash|express|like lightning|straight to my phone|straight to me|straight through|straight through to me|straight off|straight on|straight up|right off|directly to me|immediately on arrival|on arrival|upon arrival|as an emergency|with haste|hastily|in haste|before anything else|ahead of everything|without holding back|lightning fast|super fast|super quick|like a shot|in a heartbeat|at lightning speed|at full speed|double quick|no delays|hot off the press|in next to no time|at speed|without further ado|with the utmost urgency|with utmost urgency) [please]',
    '[and] (even (during|in|at|outside) [my|the] quiet (hours|time)|(ignore|ignoring|bypass|skip|despite|regardless of|override) [the|my|any] quiet (hours|time))',
    '[as soon as|the] [very] (moment|second|minute|instant) [that] (they|it|one|something) (arrive|arrives|come in|comes in|land|lands|hit|hits|drop|drops|turn up|turns up|get here|gets here|come through|comes through)',
    'this is urgent|it is urgent|they are urgent|urgent please|treat [them|it|these] as (urgent|a priority|top priority|an emergency)|mark [them|it] as urgent|that is urgent|(rush|hurry|expedite|prioritize|prioritise|fast-track|fast track|speed) [it|them|these|me|those] [through|up|along|over|to me]|i am in a hurry|(it|they|this|these|that|those) (cannot|can not) wait|before everything else|before anything else|as it comes|as they come|on the fly|in seconds|in a jiffy|in a rush|at the earliest|at the soonest|the sooner the better|top of the list|do not wait|do not delay|no dawdling|[and] make it (snappy|quick|fast)|make haste|be quick|[and] look sharp|[and] step on it|time is of the essence',
  ],
  hourly: [
    '[but|in] [only|just] (one|a single|1) @message (an|per|each|every) hour',
    '[as|in|with|sent|send|bundled|collected|batched|put together|delivered|summed up|grouped] [a|an|it|them|one] (hourly|every hour|each hour|once an hour|once every hour|per hour|by the hour) [in one message|digest|summary|as a digest|in one go|round-up|overview|bundle|bundled|together|in a digest|in a bundle] [of]',
    '[a|an] hourly (digest|summary|overview|bundle|round-up) [of]',
    'digest every hour|[a] digest [every|each] hour [of]',
  ],
  dailylate: [
    '[@packed|@bundled] [once] at <time> (every evening|each evening|every night|each night|every afternoon|each afternoon|in the evening every day) [of]',
    '[as|in|sent|bundled|collected] [a|one] [digest|summary|message] (every evening|each evening|every afternoon|every night|evenings) [in one message|digest|summary|as a digest|in a digest] at <time> [in one message|as a digest|in a digest|together] [of]',
  ],
  daily: [
    '[as|in|with|sent|send|bundled|collected|batched|put together|delivered|grouped] [a|it|them|one] (daily|every day|each day|once a day|once per day|once daily|a day|every evening|every morning|each morning|each evening|every night|every afternoon|mornings|per day) [in one message|digest|summary|as a digest|in one go|round-up|overview|bundle|bundled|together|in a digest|in a bundle|only] [at|around] <time> [in one message|as a digest|bundled|together|in a digest] [of]',
    '[@packed|@bundled] [up|together] [in|into|as] [a|one|single|the] daily (digest|summary|overview|bundle|round-up|roundup|message|mail|email|batch|recap|update) [of] [at <time>] [of|with]',
    '[a] digest (every day|each day|daily) [at <time>] [of]',
    '[a|the|one] <time> digest (every day|each day|daily) [of]',
    '[in] [a] digest [at] <time> (every day|each day|daily) [of]',
    'at <time> (every day|each day|daily|once a day|every morning|each morning|every night)',
  ],
  dailyplain: [
    '[but|in] [only|just] (one|a single|1|a) @message (a|per|each|every) day',
    '[as|in|with|sent|send|bundled|collected|batched|put together|delivered|grouped] [a|it|them|one] (daily|every day|each day|once a day|once per day|once daily) [in one message|digest|summary|as a digest|in one go|round-up|overview|bundle|bundled|together|in a digest|in a bundle|only] [of]',
  ],
  weekly: [
    '[but|in] [only|just] (one|a single|1) @message (a|per|each|every) week [on] <days> [<time>]',
    '[as|in|with|sent|send|bundled|collected|batched|put together|delivered|grouped] [a|it|them|one] (weekly|every week|each week|once a week|once per week|a week) [in one message|digest|summary|as a digest|in one go|round-up|overview|bundle|bundled|together|in a digest|in a bundle] [of] [on] <days> [<time>] [of]',
    '[as|in|with|bundled|collected|once] [a|an] [weekly] [digest|summary|bundle|round-up|overview] (every|each) <days> [<time>|morning|evening|afternoon|night] [in one message|as a digest|bundled|together|in a digest|in one go] [of]',
    '[a|the|one|my] <days> [<time>|morning|evening] (digest|bundle|round-up|roundup|overview|recap) [of]',
    '(on|every) <days> [<time>] (in one message|as a digest|bundled|in a digest|in one go|as one message|all together)',
  ],
  weeklyplain: [
    '[but|in] [only|just] (one|a single|1|a) @message (a|per|each|every) week|(over|through|throughout) the week',
    '[as|in|with|sent|send|bundled|collected|batched|put together|delivered|grouped] [a|it|them|one] (weekly|every week|each week|once a week|once per week|a week) [in one message|digest|summary|as a digest|in one go|round-up|overview|bundle|bundled|together|in a digest|in a bundle] [of]',
  ],
  quiet: [
    '[but|please|and] @hold [everything|all|all of them|anything|it all|@mail|them|it] [from|between|during] <time> (to|and|until|till|-|–|through) <time>',
    '(between|from) <time> (to|and|until|till|-) <time> @hold',
    '@hold until <time>',
  ],
  holdback: [
    '[please|so|and|then|just|but] (hold|hold back|hold off|hold on to|pause|silence|keep back|delay|park) [all|the|any|everything|anything|my] [@mail]',
  ],
  quietnight: [
    '[but|please|and] @hold [them|it] (at night|overnight|during the night|by night|through the night|in the night|at nights|when i sleep|while i sleep)',
    '@hold until (morning|the morning)',
  ],
  attachmentsyes: [
    '[and] (send|show|pass|attach|include|forward|bring|add|give) [me] [on|along] ~ (@file|<kinds>) [on|along] (too|as well|also|with it|with them|along)',
    '(send|include|forward|attach|bring|pass on|give me|add|deliver) [me] [also|along] [the|its|their|his|her|all|any] @file [too|as well|along|also|with it|included|with them]',
    '(send|forward|pass|give) (it|them) [on|along] [to me] (with|including) [the|its|their|all] @file',
    'with (their|its) @file|with all [the|its|their] @file|[with] [the] @file included|[and] including (the|its|their|all) @file [too|as well|included]|(and|with) (the|its|their|all) @file (too|as well|included|along)|@file (included|too|as well)|[the] @file as well|with the @file included|and the @file [too|as well]',
  ],
  attachmentsno: [
    '[and] (send|forward|show|give) [me] (just|only) the (text|message|words)',
    'no @file [,|and|but] (just|only) the (text|message|words)|(just|only) the (text|message|words) [,|and] no @file',
    'no @file please|please no @file|no @file needed|without @file please',
    '[but|and] (leave|keep) ~ @file (to yourself|there|where they are|in the mailbox|back|at home)',
    '[but|and] (leave|keep|cut|take) [out|off|away] [the|its|their|any|all] @file [out|away|off|behind]',
    '[but|and] (do not|never) (send|include|forward|attach|pass on|add|bring|show) [me] [along] [the|its|their|any] @file [along|too]',
    '[but|and] (leave out|skip|drop|omit|strip|remove|without|exclude|no need for|minus|no) (the|its|their) @file',
    '[the|any] @file [are|is] (not needed|not wanted|not required|not necessary|unnecessary|can stay|can be left out|can be dropped|stripped|left out|removed|excluded|omitted|stay behind)|i do not need the @file|do not bother with the @file',
    '[but|and] (without sending|not sending|without forwarding) [the|any] @file',
  ],
  redactit: ['[but|and] (@hide|black) (them|it|these|those)', '[but|and] (them|these|it) (hidden|masked|blacked out)'],
  redact: [
    '[but|and|please|with|while|then] [always|just|kindly|also] (@hide|black|star|drop|cut|take out) ~ <redact> ~ [in them|in it|please]',
    '[with|and|but] [have|keep|make|keeping|having|leave|leaving|render] ~ <redact> ~ @hidden ~',
    '[with|and|but] @hidden ~ <redact>',
    '(and|but|,) (without|no|minus|sans) [the|any|all] <redact>',
    '[but|and|just|please] [i|we] (no|not|never|without|do not|avoid|cannot|nor|rather not|must not|should not) [want|need|wish|like|care] [to|for me to] ~ @shown ~ <redact> [itself|themselves]',
    '[but|and|with] ~ <redact> ~ (not|never|no longer|without being) ~ @shown',
    '[but|and] (not|without|nor) (the|any|their|its) <redact>',
    '[but|and|please] (do not|never|not) (let|allow|permit) ~ <redact> ~ @shown',
    'no <redact> [shown|visible|on screen|please]',
    '(without|with no) ~ <redact> (shown|visible|on screen|showing|in sight|appearing|displayed)|without (the|any|all|their|its) <redact>',
    '[but|and|please] (keep|keeping|leave|leaving) ~ <redact> (to yourself|off [the|my] (screen|phone)|out|off|out of it|out of them|back|away)',
  ],
  loosehide: [
    'hide|hiding|hidden|mask|masked|masking|redact|redacted|redacting|black out|blacked out|blank out|blanked out|blanked|censor|censored|censoring|conceal|concealed|obscure|obscured|blur|blurred|obfuscate|obfuscated|starred out|crossed out|scrambled|anonymised|anonymized|unreadable|pixelated',
  ],
  unclearredact: [
    '[with|and|but|,|;|please] <odd> (the|all|any|my|their|its) <redact>',
    '(with|and|but|,|;) (the|its|their|all|any) <redact> ~ <odd>',
  ],
  showheaders: [
    '[but|and|please] [do not|never|i do not want to] [show|send|forward|give|with|see|i want|i need|i only want] [me] [to see] (only|just|nothing but|merely|no more than|anything but|anything except|anything other than|nothing except|nothing more than|nothing besides) [show|send|see] [me] @headers',
    '[but|and] (i only want|i just want|i only need|i just need|all i want|all i need) [is] [to] [see|know|have] @headers',
    '@headers (only|will do|is enough|are enough|suffice)',
    '[show|send|forward|give|with|i want|i need] [me] (only|just|nothing but|merely|no more than) [show|send|see] [me] [the] (subject|subject line|subject lines|subjects|headers|header|sender and subject|subject and sender|title|titles|from and subject|sender and the subject|who wrote and the subject|head|headline) [line|lines] [of|from|for] [it|them]',
    '[but] (no|not the|never the) (text|body|content|rest)|without the (text|body|content)|headers only|subject only|subjects only|subject line only',
  ],
  showsummary: [
    '[show|send|forward|give|with|as|i want|in] [me] [only|just] (a|the|in|as a|short) [short|brief|quick] (summary|summaries|gist|abstract|preview|excerpt|short form|short version) [only] [of|from|for] [it|them]',
    '[a|the|in|as a|only|just] (short|brief|abridged|shortened|condensed|quick) (version|form|summary|digest form|extract) [only]',
    '(summary|summaries|gist|digest|excerpt) of [the|all|my|any] @mail',
    '[and] (keep|make|have) (it|them|these) (short|brief|concise)',
    'summarise|summarize|sum up|summarised|summarized|in short|in brief|shortened|the gist of',
  ],
  showfull: [
    '[show|send|forward|give|with|i want|in] [me] [the|their|its] (full|whole|entire|complete) [@mail] (text|body|message|mail|content|mails|messages|e-mail|email|length|contents) [of|from|for] [it|them]',
    'in full|unshortened|word for word|uncut',
  ],
  atmost: [
    '[but|and|with|please] [send] [me] (at most|no more than|not more than|max|maximum|max .|a maximum of|up to|maximally|never more than|limit to|limited to|capped at|cap at|cap them at|cap it at|limit it to|a max of|maximum of|max of|throttled to|throttle to|limit them to|not over|but no more than) <number> [of them|@mail|times] [an|a|per|each|every|in an|in one|/] (hour|h)',
    '<number> (an|per|each|every|/) (hour|h) [at most|max|maximum|at the most|tops]',
  ],
  markread: [
    '[and|then|also] (get|are|be|is|being|should be) marked [as] (read|seen)',
    '[and|then|also] (set|put|turn) (it|them|these|@mail) (to|as) (read|seen)|[and|then|also] [mark] [it|them|these|@mail] as (read|seen)|mark [it|them|the @mail|all|@mail] [as] (read|seen)',
  ],
  flagmail: [
    '(flag|star|pin) (everything|anything|whatever|all)|(flag|star) [all|my|the] @mail|[and|then|also] (flag|star|pin) (it|them|these|this|all|every|the) [@mail]|[and] (add|give|put) [it|them] [a] (star|flag)',
  ],
  move: [
    '(to|into|in|under) [the|my|a] folder [called|named] <label>',
    '(to|into|in|under) [the|my|a] <label> folder',
    '[and|then] [should|must] (go|goes|belong|belongs|get moved|are moved|be moved|get filed) (to|into|in|under) [the|my|a] folder [called|named] <label>',
    '[and|then|also] (move|file|put|sort|shift) [it|them|these|this|@mail] [away] (to|into|in|under) [the|my] [folder] [called|named] <label> [folder]',
  ],
  archive: ['[and|then|also] archive [it|them|these|@mail|mails]'],
  stop: ['[and|then] (stop there|no other filters|ask no other filters|stop after that|no further filters|skip the other filters)'],
}
