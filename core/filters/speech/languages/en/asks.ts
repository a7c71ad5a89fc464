// English: rules for vague phrases that need a question.

export const asks: Record<string, string[]> = {
  vague: [
    '[really|very|most|the|only|just|all|any|something|anything|whatever] [is] @vague [@mail|matters|news|ones|people] [to|for] [me|us]',
    '[@mail] [that|which|what|whatever] [really|do|does] (matter|matters|count|counts|is important|are important|needs my attention|need my attention|concern me|concerns me|interest me|interests me|is worth it|needs attention|is worth reading|are worth reading) [to me|most]',
    '[@mail] (that|which|what|whatever) [really] (i should know|i should see|i must see|i must not miss|i care about|i would like|i like|i should not miss|i need to know|i need to see) [most]|i care about',
    '(all|any) [the] (others|other ones)|the others',
    'the (essentials|rest|main things|usual|best|right ones|good ones|boring ones|important ones)',
  ],
  urgentthings: ['(high|highest|top) (priority|importance)', 'urgent (@mail|matters|news|business)|@mail that (is|are) urgent'],
  fromwork: ['from (work|the office|my job|the job|my work) [@mail]|work @mail'],
  ads: [
    '[any|the|all|of|their] (ads|ad|adverts|advertising|advertisements|advertisement|promotions|promotion|promos|promotional @mail|marketing|marketing @mail|spam|junk|junk mail|commercials|commercial mail|publicity|adverts|spam @mail|junk @mail|commercial @mail|special offers|deals|bargains|sales pitches|promotional offers)',
  ],
  bigattachment: [
    '[@att] [a|an|any|some|very|the] @big [@file] (attachments|attachment|files|file|enclosures|documents|photos|pictures|images|videos|pdfs|pdf)',
    '[a] lot of attachments',
    '@file that are [too|very] @big',
  ],
  smallattachmentask: ['[@att] [a|an|any|some|very|the] @small (attachments|attachment|files|file)'],
  bigmail: ['[very|really|too] (@big|long|lengthy) @mail', '@small @mail', '@mail that (are|is) [very|too] (@big|long|@small)'],
  hourask: [
    '(morning|evening|afternoon|daytime|lunchtime|early-morning|late-night|late|early) @mail',
    '[that] [arrive|arrives|come|arriving|coming|comes|sent|received] [in] [too|very] (late|early|late in the day|early in the day|late at night|in the morning|mornings|in the mornings|in the afternoon|afternoons|in the evening|evenings|in the evenings|during the day|after work|before work|after hours|out of hours|outside working hours|outside office hours|outside business hours|outside of working hours|outside of office hours|during office hours|during working hours|during business hours|in office hours|in working hours|during work|at work|at lunchtime|at lunch|during lunch|over lunch|during my lunch break|in my lunch break|during breakfast|during dinner|while i work|while i am working|when i work|when i am working|after school|after dinner|before breakfast|at odd hours|at unusual hours|while i sleep|when i sleep|when i am asleep|daytime|in the daytime|at the end of the day|after closing time|at dawn|at dusk|first thing in the morning|around lunch|after the shop closes|before bed|after bedtime|at unsocial hours)',
  ],
  dateask: [
    '[on] the <number> [st|nd|rd|th] (of|in) (every|each|the) month|every <number> [st|nd|rd|th] <days>',
    "[from|of|for|in|during|since|until] [the] (next|this|last|coming|past|previous|following) (week|month|year|quarter|weekend|few days|few weeks|couple of days|days|weeks|summer|winter|spring|autumn|holidays|monday|tuesday|wednesday|thursday|friday|saturday|sunday) ['s]",
    '(until|till|since|by|before|after) [next|this|last] <days>',
    'today|tomorrow|yesterday|soon|recently|recent|old|older|lately|these days|at the moment|for now|for a while|for some time|for a few days|in the near future|while i am away|during my holiday|during my holidays|on holiday|in the holidays|during the holidays|over christmas|at christmas|next time|the other day|for the time being|during my trip|while travelling|in a few days|until further notice|after the holidays|on my birthday',
  ],
  digestask: [
    '(every|each|once a|once every|per) (month|quarter|year|second day|other day|two days|few days|third day|fortnight|two weeks|second week|other week|three hours|two hours|four hours|half hour)',
    '[but] [not] (every now and then|from time to time|now and then|now and again|occasionally|sometimes|once in a while|every so often|regularly|periodically|rarely|not too often|at intervals|in batches|as a digest|in a digest|bundled|in one message|all together|in one go|collected|every few hours|every few days|several times a day|twice a day|twice a week|as a bundle|grouped together|a few times a week|less often|not so often|too often)',
    '[a] digest [of]',
  ],
  bundle: [
    '[as|and|please] @bundled [up|together] [~ (in|into|as|to) ~ @message]|[and|please] [@packed ~] together [~ (in|into|as|to) ~ [daily|weekly|hourly|single|one] @message]|[and|please] @packed ~ up [~ (in|into|as|to) ~ @message]|[and|please] @packed ~ (in|into|as) (one|a single|a|the same) @message',
  ],
  manyask: [
    '[if] (more than|there are more than) (a few|some|several|a handful|a couple|too many) [come|arrive] [,] [put them together|bundle them|fold them|combine them|group them]',
    '(a|per|each) (day|week|month)|[but] not (so|that|too) many',
    '[but] not too many [at once|at a time|in a row|an hour|per hour|a day|of them]|if (too many|many|a lot|lots|several|loads) [of them] (come|arrive|come in)|do not flood me|not all at once|put them together|bundle them|fold them|no more than a few|only a few|a few at most|without flooding me|in moderation|do not swamp me|do not overwhelm me|group them [together]',
    'at most <number> (a|per|each|every) (day|week|month)|no more than <number> (a|per|each|every) (day|week|month)|max <number> (a|per) (day|week)',
  ],
  quietask: [
    '[be|keep|stay|please|it] (quiet|silent|silence|do not disturb|do not disturb me|do not bother me|no noise|quiet hours|quiet time|leave me alone|peace and quiet|mute|do not wake me|not disturb) [please] [sometimes|when i sleep|while i sleep|on holiday]',
  ],
  notatnight: [
    '[but|and|just|only] (not|never|nothing|no mail|no mails|no messages|none|not during) [at|during|in|over|through] [the] (night|overnight|nights|night time|nighttime|small hours)',
  ],
  otheraddress: [
    '(send|forward) (it|them|this|these|that) to <proper>|[if|when|where|only if] i am the only recipient',
    '[sent|to|at|for|addressed|that come|coming|delivered|mail|everything|from|in] [to] (my|our|the|one of my) (other|second|old|new|shop|shopping|work|private|business|alias|alternative|personal|secondary|company|club|home|spare|former|first|main|public|newsletter|school|throwaway) (address|addresses|alias|e-mail|email|e-mail address|email address|mail address)',
    '(directly|only|just|addressed|sent) to me [directly|alone|only|personally]|to me (directly|alone|only|personally)|[where|when|if|in which|that] i am [only|just|also] [(in|on) [the]] (cc|copy|to line|copied|bcc)',
    '(to|sent to|addressed to) (my|our) (address|alias|e-mail address|email address|mail address)',
    '(my|our) (other|second|old|new|secondary|spare|main) (mailbox|inbox|account)',
  ],
  phone: [
    "(to|on|onto) <names> 's (phone|whatsapp|mobile|number|cell|cellphone|handset)",
    '(to|on|onto) (the|a) (phone|whatsapp|mobile|number) (called|named|of|for|labeled|labelled) <names>',
    '[and] not (to|on) (mine|my phone)',
    '(to|on) (both|all|all my|all our|every|each|my other|my second|my work|my private|the other|the second|my old|my new) (phones|phone|numbers|number|mobiles|mobile|whatsapps)',
  ],
  role: ['[from|by|of] <roles> [@mail]'],
  event: [
    '@tell (if|when|whenever|once|as soon as|the moment|in case|that) [the|my|our|a|an|someone|somebody|something] <label> (is|are|was|goes|go|gets|get|has|have|had|breaks|break|fails|fail|stops|stop|becomes|crashes|crash|will be|needs|need|runs|run|leaves|moves|opens|closes|changes|drops|rises|starts|ends|lands|arrives|arrive|ships|expires|cannot|does|do|can|takes|wins|loses|falls|comes|reaches) [<rest>]',
  ],
  family: [
    '[from] (people|those|everyone|everybody|anyone|anybody|someone|somebody|folks|persons) (who|that) (need|needs|want|wants|owe|owes|know|knows|like|likes|love|hate|buy|bought|live|lives|work|works|worked|pay|paid|use|uses|sound|sounds|seem|seems) [<rest>]',
    '[@mail] (from|by) (him|her|them|you|it|that person|those people)',
    '[my|our|the|from] (family|friends|relatives|kids|children|parents) [@mail|matters|news|business]|anything family|[my|our|from] (customers|clients|suppliers|colleagues|coworkers|co-workers|neighbours|neighbors|tenants|vendors|patients|students|teammates|contractors|investors|contacts|team|boss|employees|volunteers|members|bosses|landlord|wife|husband|partner)',
  ],
}
