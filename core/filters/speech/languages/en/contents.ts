// English: rules about words, attachments, sizes and headers.

export const contents: Record<string, string[]> = {
  subject: [
    '[the|whose|if|when|where|with|a|in|their|and] [the] @subject [that|which|line] [@be] (@ishas|with|about|is about) [@word] <literals> [in it]',
    '[the] @subject : <literals>|[the] @subject <quote>',
    '(in|from|of) [the|a] (thread|conversation|discussion) [called|named|about] <quote>',
    '[that|which|who] [@has|with|if|when|where|that|marked|labeled|labelled|tagged|flagged] [as] [@word] [either] <literals> [is|are|appears|appear|stands|occurs|comes up|showing|somewhere] (in|on|inside|within) [the|their|its|a|my] @subject',
    '[with|that have|that are|which are|have|has] [a|the] (titled|entitled|headed|called|named) <literals>',
    'with [a|the] @subject <literals>',
    '@subject @word <literals>',
  ],
  subjectwithout: [
    '[the|whose|if|when|with|where|and] [the] @subject [that|which] (does not|do not|must not|should not|may not|not) (contain|have|include|mention|say|containing|has) [@word] <literals>',
  ],
  bodywithout: [
    '[the|whose|if|when|with|where|and] [the] @body [that|which] (does not|do not|must not|should not|may not|not) (contain|have|include|mention|say|containing|has) [@word] <literals>',
  ],
  nosubject: [
    '(without|no|with no|has no|have no|with an empty|with a blank|lacking|whose) [a|any|the] [empty|blank] @subject [is empty|is blank|is missing]',
    '(empty|blank|missing) @subject',
    'the @subject is (empty|blank|missing)',
  ],
  subjectstarts: [
    '[the|whose|if|when|with|where|a] [the] @subject [that|which] [line] [must|should|has to|needs to|shall] (starts|begins|start|begin|starting|beginning|opens|opening) [with|by|in] [@word] <literals>',
    '<literals> at the (start|beginning) of the @subject',
  ],
  subjectends: [
    '[the|whose|if|when|with|where|a] [the] @subject [that|which] [must|should|has to|needs to|shall] (ends|end|ending|finishes|finishing) [with|in|on|by] [@word] <literals>',
    '<literals> at the end of the @subject',
  ],
  subjectis: [
    '[the|whose|if|when|with|where] [the] [exact] @subject (is|equals|reads|is exactly|exactly|=|is equal to|reads exactly|must be|is just|is only|is simply) [exactly|precisely|:] [@word] <literals>',
    '[with] [the|a|an] exact @subject [line] [is|:|=] <literals>',
  ],
  subjectlike: [
    '[the|whose|if|when|with|where] [the] @subject [that|which] (matches|like|fits|is like|matching|looks like|follows|match|fitting|is of the form|of the form|has the form|has the pattern) [the] [pattern|form] <literals>',
  ],
  body: [
    '[the|whose|if|when|where|with] [the] @body (@ishas|with) [@word] <literals> [in it]',
    '[that|which|who] [@has|with|if] [@word] <literals> [is|are|appears|stands] [only|somewhere|anywhere] (in|inside|within) [the|their|its] @body [of the @mail]',
    'the (mail|message|e-mail|email) (says|reads) [@word] <literals>',
  ],
  narrowsubject: ['(only|but only|just) (in|on) the @subject'],
  narrowbody: ['(only|but only|just) in the @body'],
  notabout: [
    '[that|which|and|but] (without|not containing|do not contain|does not contain|not mentioning|do not mention|does not mention|not including|do not say|does not say|do not have|not about|that is not about|are not about|is not about) [the] @word <literals>',
    '[that|which|and|but] (do|does|must|should|may|can) not (contain|include|mention|say) [@word] <topics>',
    '[that|which|and|but] (do not|does not|must not|not) (contain|mention|contains|containing|mentioning) <literals>',
  ],
  mentions: [
    '[that|which] (mention|mentions|mentioning|contain|contains|containing|say|says|saying|include|includes|including) [the] [@word] <topics> [in it|in them|anywhere|somewhere|inside]',
  ],
  about: [
    '(about|regarding|concerning|mention|mentions|mentioning|contains|contain|containing|with|has|have|having|related to|relating to|talks about|talk about|talking about|to do with|referring to|refers to|refer to|that say|that says|saying|says|say|on the subject of|on the topic of|including|include|includes|dealing with|deals with|deal with|discussing|discusses|having to do with|is about|are about|that is about|that are about|speak of|on|refer|regarding to|with regard to|in connection with|around) [anything about] [the] [@word] [of] <topics> [in it|in them|anywhere|somewhere|inside]',
    '[any|some|the|all] (news|updates|update|information|info|details|word|anything|stuff|things) (about|on|regarding|concerning) [the|my|our] <topics>',
    '[if|when|where|in which] [@word] <literals> (is in it|appears in it|is mentioned|are mentioned|appears anywhere|comes up|appears|occurs|is in there|is in the mail|is in the message)',
    '@word <topics>',
    '[that|which|if it] (contain|contains|containing|has|have|with|say|says|saying|include|includes|including|mention|mentions|use|uses) @word <literals>',
    '[containing|with|has|mentions] (a number|numbers|a code|a reference|something|anything) (like|such as|of the form) <literals>',
  ],
  hasattachment: [
    '@att [@some] [more than one] (attachment|attachments|file|files|enclosure|enclosures|documents) [attached]',
    '[something|anything|a file|files|file|a document|documents] attached',
    '[@some|only] (attachments|attachment|files|enclosures|attached files)',
  ],
  noattachment: [
    '(without|no|has no|have no|with no|not having|lacking|that lack|having no|free of|minus) [a|an|any|the] (attachment|attachments|file|files|enclosure|enclosures|attached files|attached file) [attached]',
    'nothing attached|with nothing attached',
  ],
  kind: [
    '@att [@some] <kinds> [files|file|attachment|attachments|format|documents|document] [attached|inside|in it|in attachment|as attachment|as an attachment|enclosed|in them|on board]',
    '[@some|all|my|those|new] <kinds> [files|file|attachment|attachments] [attached|inside|enclosed|as attachment|as an attachment]',
    '@att [@some] (presentation|presentations) [attached]|[a] (presentation|presentations) attached',
    'attached (as|in) <kinds> [format]',
    '@att [@some] attached <kinds>',
    '[@att] [@some] @file [that] (ending|end|ends|with the ending|with an ending|with the extension|of type|of the type|in format) [in|with|on] <kinds>',
  ],
  nokind: ['(without|no|has no|have no|with no) [a|an|any] <kinds> [attached|attachment|attachments]'],
  attachmentname: [
    '[@att] [@some] (@file|document|documents|doc|docs|<kinds>) [that is|which is|that are|is|are|that has|which has] (called|named|titled|with the name|whose name is|with the file name|name) [like] <literals>',
    '[@att] [@some] [@file] [whose|where the|with a|the|and the|and a|and its] [file] (name|filename|filenames|names|file name) (@ishas|with|is|like|matching|matches|match|of the form|starting with|that contains|that has|that includes) [@word] <literals> [in it]',
    '[@att] [@some] @file (with|that has|that have|having) [@word] <literals> in (the|its|their) [file] (name|filename|file name|names)',
    '[@att|@has] <literals> in the (file name|filename|attachment name|name of the attachment|name of the file|attachment names|file names)',
    '(called|named) <literals>',
    '[@att] [@some] @file <quote>',
  ],
  attachmentsize: [
    '[@att] [@some] @file [that are|that is|which are|that weigh|of|weighing|are|is|with] [a|total] [size] [of] @over <size> [in size|large|each]',
    '[@att] [@some] @file of <size> or (more|larger|bigger)',
    '(attachment|file) size @over <size>',
  ],
  smallattachment: ['[@att] [@some] @file [that are|that is|which are|of|are|is] @under <size> [in size]'],
  size: [
    '[that are|that is|which are|weighing|of|with a size of|are|is|whose size is|size|with a size] @over <size> [in size|in total|altogether|large]',
    '[of] <size> or (more|larger|bigger|heavier)',
  ],
  sizerange: ['[that are|that is|which are|sized|weighing|of|are|is|with a size] [between|from] <sizes> [in size|large]'],
  smallsize: [
    '[that are|that is|which are|weighing|of|with a size|are|is|whose size is] @under <size> [in size|in total]',
    '[of] <size> or (less|smaller)',
  ],
  manyattachments: ['[@att] (more than|over|above) <number> @file', '@att (several|multiple|many|lots of) @file'],
  fewattachments: ['[@att] (fewer than|less than|under) <number> @file'],
  atleastattachments: ['[@att] at least <number> @file', '[@att] <number> or more @file'],
  exactattachments: ['[@att] exactly <number> @file', 'with <number> @file'],
  auth: [
    '[only|that|which|and|if|when|with|whose] [the] <checks> [check|checks|test|verdict] [@be] @passes',
    '[that|which|who] (pass|passes|passed|passing|with valid|with a valid|with good|with correct|with a good|have valid|has valid) [the|its|their] <checks> [check|checks|test]',
    'authenticated (mail|mails|senders|sender)|verified (senders|sender|mail)',
  ],
  noauth: [
    '[that|which|who|whose|and] (failed|fail|fails|failing|did not pass|do not pass|does not pass|not passing|with failed|with a failed|with bad|with broken|with invalid|not pass) [the|its|their|a|any] <checks> [check|checks|test]',
    '[if|when|whose|where|with] [the] <checks> [check|checks|test|verdict] @fails',
    '<checks> [check|checks] (failures|failure|errors|error|problems|problem)',
    '(forged|spoofed|fake|faked|unverified|unauthenticated) (senders|sender|mail|mails|addresses|messages)',
  ],
  priority: [
    '(that is|that are|are|is|marked|flagged|sent|with|as) [as|with|of] [a] (high|highest|top|urgent) (priority|importance) [flag|@mail]',
    '(high|highest|top|urgent) [-] (priority|importance) (flag|@mail)',
    '(marked|flagged) [as] (important|urgent) [by the sender]|the priority flag [is] [set]|with [a|the] priority flag',
  ],
  priorityis: [
    '[@mail] [that is|that are] [marked|flagged|sent] [as|with] [a] [high|highest|top|low] [priority|importance] [lpar] [with] [the] [header] <header> [header] [:|=|is|of|set to] <number> [rpar]',
  ],
  header: [
    '[with|has|having|have|whose|if|when|where] [a|the] <header> (header|line|field) [line] [that|which] (@ishas|with) [@word] <literals> [in it]',
    '[with|has|having|have|whose|if|when|where] [a|the] header [line] [called|named] <header> [that|which] (@ishas|with) [@word] <literals> [in it]',
  ],
  headeris: [
    '[with|has|having|have|whose|if|when|where] [a|the] <header> [header|line] (is|equals|=|: |set to|is set to|of) <literals>',
    '[with|has|having|have|whose|if|when|where] [a|the] header <header> [that|which] (is|equals|=|:|set to|is set to) <literals>',
  ],
  headeris2: ['[with|has|having|have|if] [a|the] header <header> <literals>'],
  headerthere: [
    '[with|has|having|have|that have] [a|the] <header> (header|line)',
    '[with|has|having|have] [a|the] header [called|named] <header>',
  ],
  tongue: [
    '[that|which] [are|is|were|was] [only] [written] in [either] <tongue>',
    '<tongue> @mail|<tongue> language|<tongue> [-] language @mail|<tongue> only',
  ],
  othertongue: [
    'non [-] <tongue> [language] [@mail]',
    '[that|which] [are|is] [written] in (any language|a language|languages|anything) (other than|except|but|besides) <tongue>',
    '[in] (all|any|every|other) (languages|language|other languages) (except|except for|but|other than|besides|apart from|but not) [in] <tongue>',
  ],
}
