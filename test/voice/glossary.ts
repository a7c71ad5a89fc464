// The words that docs/voice.md keeps out of the English catalogs, with what to say instead, and how much of them is still there.

export const unwanted: [RegExp, string][] = [
  [/\be-mails?\b/giu, 'email'],
  [/\b(?:an?|this|that|each|every|one|another|no) mail\b(?! (?:server|port|relay|app|provider))|\bmails\b/giu, 'email, emails'],
  [/\bletters?\b(?!, digits)/giu, 'email, or character'],
  [/\bpress(?:es|ed|ing)?\b(?! (?:\?|Enter|Backspace|Ctrl|the down))/giu, 'select, click or tap'],
  [/\bstands?\b|\bholds\b|\bheld\b/giu, 'is, is shown, matches, on hold'],
  [/\bcross(?:es|ed|ings?)?\b/giu, 'forward'],
  [/\bwhoever\b|\b(?:for|by) whom\b/giu, 'anyone who'],
  [/\b(?:some|any|every)body\b/giu, 'someone, anyone, everyone'],
  [/\bany more\b(?=[.,;:!?]|$)/giu, 'no longer'],
  [/\bby (?:itself|themselves|ourselves)\b/giu, 'automatically'],
  [/\bof (?:ours|yours|theirs)\b/giu, 'our, your, their'],
  [/\bgo(?:es)? on\b(?! hold)/giu, 'continue'],
  [/\brings?\b/giu, 'notify'],
  [/\bmend(?:s|ed|ing)?\b/giu, 'fix'],
  [/\bmeanwhile\b/giu, 'until then, in the meantime'],
  [/\b(?:anew|shall|thereof|nor)\b/giu, 'a plainer word'],
  [/\bneeds you\b/giu, 'action needed'],
  [/\bpretend\b/giu, 'simulated, test'],
  [/\bregexps?\b/giu, 'regular expression'],
  [/\bbeg[iu]ns?\b/giu, 'start'],
  [/\balone\b/giu, 'only'],
  [/\bis no (?!longer)\p{L}+/giu, 'isn’t a'],
  [/\bwhat (?:came|comes|waits|became)\b/giu, 'the emails'],
  [/\btake[sn]? (?:in|up|away)\b(?! to)/giu, 'import, catch up, remove'],
  [/\berase[sd]?\b|\berasing\b/giu, 'delete'],
  [/\b(?:cannot|(?:do|does|did|is|are|was|were|could|would|will|has|have|should) not)\b/giu, 'a contraction'],
  [
    /\b(?:organis|recognis|authoris|unauthoris)\p{L}+|\b(?:colours?|behaviour|licences?|cancelled|favourites?|centre|catalogue|grey)\b/giu,
    'American spelling',
  ],
  [/\p{L}'\p{L}/gu, '’'],
]

/** What one action or thing is called, by the names that it does not have. */
export const otherNames: [RegExp, string][] = [
  [/\b(?:make|register) (?:an|the|your|a new) account\b|^create an account$/giu, 'Create account'],
  [/\blog(?:ged|ging)? (?:in|out)\b(?! the)|(?<!\.)\blog-?(?:in|out)\b/giu, 'sign in, sign out'],
  [/\bswitch(?:ed|es)?(?: it| them)? off\b|\bswitch(?:es)? (?:it|them) on\b/giu, 'turn on, turn off'],
  [/\bmail (?:program|app|client)s?\b/giu, 'email app'],
  [/\buser names?\b/giu, 'username'],
  [/\ban? (?:inbox|address) of ours\b/giu, 'Mailferry address'],
  [/\bblack(?:ed|s)? out\b/giu, 'redact'],
]

/** Texts that are fixed elsewhere: by the specification, by WhatsApp, or by the files that they describe. */
export const fixed: Record<string, RegExp> = {
  errorcard: /./,
  session: /^(?:notice|extended|ended)\./,
  ui: /^(?:overlay|routerError)$/,
  whatsapp: /^template\.sign_in_code\.body$/,
  exports: /^readme$/,
  sitecompliance: /\.chat$/,
  palette: /^also\./,
}

/** How many are still there. A number only goes down, and a catalog without one has none. */
export const stillThere: Record<string, number> = {}

/** Sentences of more than 25 words that are still there. */
export const stillLong: Record<string, number> = {}
