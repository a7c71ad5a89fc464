// English: rules about arrival times and dates.

export const times: Record<string, string[]> = {
  weekday: [
    '(on|during|at|over|each|only on|just on|only) [the|a|any] <days>',
    '[that] [arrive|arrives|arriving|received] (on|during|at) [the] <days>',
    'from <days>',
    '<days>',
  ],
  hours: [
    "[that arrive|arriving|received|coming|which come|come in|sent] [only] (between|from) <time> (and|to|until|till|-|–|—|through|thru) <time> [o'clock]",
    '[that arrive|arriving|received|coming|sent] [at|between|from|only|during|in|within] [the] [hours|hours of|hours between|hours from] <clock>',
    '[only] <time> (-|–|—|to|until|till) <time>',
  ],
  weekdayexcept: [
    '(every day|each day|all days|any day|daily|all week|the whole week) (but|except|except for|except on|apart from|other than|besides|save|excluding|but not|but not on) [on|the] <days>',
  ],
  hoursafter: [
    '[that arrive|arriving|received|that come|which come|coming|sent] [in] (after|from|past|later than|since) <time> [on|onwards|onward|and later]',
    '<time> or later|from <time> on',
  ],
  hoursbefore: ['[that arrive|arriving|received|that come|which come|coming|sent] [in] (before|until|till|by|earlier than|up to) <time>'],
  moment: ['(at|around) <time>'],
  night: [
    '[only] [that arrive|arriving|received|that come|coming|sent] [in] (at night|overnight|during the night|by night|in the night|at nighttime|at night time|nights|during nights|through the night|in the middle of the night)',
    'night-time @mail',
  ],
  since: [
    '(from|since|starting|effective|as of|beginning|as from|starting from|starting on|starting with|from the) [on] <date> [on|onwards|onward|forward|and later]',
    'on or after <date>|not before <date>|no earlier than <date>',
  ],
  after: ['(after|later than|past) <date>'],
  until: ['(until|till|through|up to|to|up until|by|no later than|not after|on or before) [the end of] [and including] <date>'],
  before: ['(before|earlier than|prior to) <date>'],
  daysof: ['(between|from) [the] <number> [st|nd|rd|th] (and|to|until|till|through|-|–) <date>'],
  dates: ['(between|from) <date> (and|to|until|till|through|-|–) <date>'],
  onday: ['(on|in|during|dated|for|of) <date> [only]'],
}
