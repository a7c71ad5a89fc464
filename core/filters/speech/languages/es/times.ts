// Spanish: rules about arrival times and dates.

export const times: Record<string, string[]> = {
  weekday: ['[solo] [en|durante] [los|el|las] <days>', 'de <days>', '(de el|de los|de la) <days>'],
  hours: [
    '[que] [me] [lleguen|llegan|llegados|recibidos|enviados|lleguen|llega|llegue|recibido] [solo] (entre|de|desde) [las|la] <time> (y|a|hasta|-|–) [las|la] <time>',
    '[que] [me] [lleguen|llegan|llegue] [de|en horario de|en] <clock>|<time> (-|–|a) <time>',
  ],
  hoursafter: ['[que] [me] [lleguen|llegan|llegados|recibidos|llegue] (despues de|a partir de|desde|pasadas|mas tarde de) <time>'],
  hoursbefore: ['[que] [me] [lleguen|llegan|llegados|recibidos|llegue] (antes de|hasta) <time>'],
  weekdayexcept: [
    '(todos los dias|cada dia|toda la semana|a diario|cualquier dia) (menos|salvo|excepto|excepto en|menos en|pero no|quitando) [los|el|en] <days>',
  ],
  moment: ['a <time>|sobre <time>'],
  night: [
    '[que] [me] [lleguen|llegan|llegados|recibidos|llegue] (de noche|por la noche|por las noches|durante la noche|de madrugada|nocturnos|nocturnas|a la noche|en la noche)',
  ],
  since: [
    '(desde|a partir de|empezando|a contar desde) [el|de el] [dia] <date> [en adelante]',
    'de el <date> en adelante|no antes de <date>',
  ],
  after: ['(despues de|posteriores a|tras) [el] <date>'],
  until: ['(hasta|hasta finales de|hasta el fin de|como tarde) [el|final de] [dia] <date> [incluido]'],
  before: ['(antes de|anteriores a) [el] <date>'],
  daysof: ['(entre|de|desde) [el] <number> (y|a|hasta|-) [el] <date>'],
  dates: ['(entre|de|desde) [el] <date> (y|a|hasta|al) [el] <date>'],
  onday: ['(en|de|durante|con fecha) [el] [dia] [mes de] <date>', 'el [dia] <date>'],
}
