// Spanish: rules about what to do with the emails.

const together =
  '[en un [solo] mensaje|en un resumen|resumen|juntos|juntas|agrupados|agrupadas|en bloque|de golpe|todo junto|en un solo @mail|en un @mail]'

export const actions: Record<string, string[]> = {
  urgent: [
    '[y|pero] [lo|los|las|la] [quiero|necesito|envialo|envialos|mandalo|mandalos|mandamelo|enviamelos|mandamelos|reenvialo|reenvialos|mandalas|envialas|mandamelas] [de] (enseguida|en seguida|inmediato|inmediatamente|de inmediato|ya|ya mismo|ahora mismo|cuanto antes|lo antes posible|al momento|al instante|urgente|urgentes|urgentemente|con urgencia|sin demora|sin esperar|rapidamente|a toda prisa|en el acto|sin tardar|nada mas llegar|al punto|con prioridad|sin retraso|en cuanto lleguen|en cuanto llegue|rapido|deprisa|de prisa|corriendo|volando|a la mayor brevedad|con la mayor brevedad|con rapidez|velozmente|a la carrera|prontamente|en tiempo real|a el instante|a el momento|al vuelo|con maxima prioridad|con prioridad maxima|sin perder tiempo|de forma urgente|de manera urgente|de forma inmediata|de manera inmediata|en el momento|justo al llegar|inmediatos|a toda velocidad|a toda mecha|con premura|ya mismo|lo mas rapido posible|lo mas pronto posible)',
    'urgentisimo|urgentisimos|urgentisima|que no (espere|esperen)|es urgente|son urgentes|(no puede|no pueden) esperar|corre prisa|es una urgencia|me urge|me urgen|urge',
  ],
  hourly: [
    `[${together}] (cada hora|una vez por hora|una vez a la hora|por horas|a cada hora) ${together}`,
    '[un] resumen (cada hora|por hora)',
    '[en] [un] resumen horario',
  ],
  dailylate: ['[@mail] (cada tarde|todas las tardes|cada noche|todas las noches) <time>'],
  daily: [
    `${together} (una vez al dia|una vez a el dia|cada dia|todos los dias|diariamente|cada manana|cada tarde|cada noche|todas las mananas|todas las noches|todas las tardes|a diario|una vez por dia|una vez a la tarde) ${together} <time> ${together}`,
    '[en|con] [un] (resumen|digest|boletin) diario <time>',
    '[un] resumen (cada dia|al dia|todos los dias) <time>',
    'cada dia [a] <time>',
  ],
  dailyplain: [
    '[pero|en] [solo|solamente] (un solo|un unico|un) (mensaje|correo|resumen|envio) (al|a el|por|cada) dia',
    `${together} (una vez al dia|una vez a el dia|cada dia|todos los dias|diariamente|a diario|una vez por dia) ${together}`,
    '[en|con] [un] (resumen|digest) diario|[un] resumen al dia',
  ],
  weekly: [
    '[pero|en] [solo|solamente] (un solo|un unico|un) (mensaje|correo|resumen|envio) (a la|por|cada) semana [los|el] <days> [<time>]',
    `${together} (una vez a la semana|cada semana|semanalmente|una vez por semana) ${together} [en|,] [los|el|cada] <days> [<time>] ${together}`,
    `${together} [un|una vez] [resumen|vez] (cada|todos los|todas los) <days> [<time>] ${together}`,
    '[en|con] [un] resumen semanal [de|los|el|cada] [los|el] <days> [<time>]',
    '(los|cada) <days> [<time>] (en un mensaje|en un resumen|juntos|agrupados|todo junto|en un solo mensaje|de golpe)',
    '[un] resumen (los|el|cada) <days> [<time>]',
  ],
  weeklyplain: [
    '[pero|en] [solo|solamente] (un solo|un unico|un) (mensaje|correo|resumen|envio) (a la|por|cada) semana',
    `${together} (una vez a la semana|cada semana|semanalmente|una vez por semana) ${together}`,
    '[en|con] [un] (resumen|digest) semanal',
  ],
  quiet: [
    '[pero|y] @hold [me] [de|entre|desde] <time> (a|y|hasta|-) <time>',
    '(de|entre|desde) <time> (a|y|hasta) <time> @hold',
    '@hold hasta <time>',
  ],
  holdback: [
    '[y|pero|asi que] (reten|retener|guarda|guarda me|guardalo|guardalos|guardalas|guardamelo|guardamelos|aguanta|pausa|silencia|retenlo|retenlos|dejalo|dejalos|aplaza|aplazalos) [para] [luego|despues|mas tarde|la manana|otro momento] [todo|todos|todas] [el|los|las] [@mail]',
  ],
  quietnight: [
    '[pero|y] @hold (de noche|por la noche|durante la noche|por las noches|mientras duermo)',
    '@hold hasta (la manana|por la manana|manana por la manana)',
  ],
  attachmentsyes: [
    '[y] (manda|envia|mandame|enviame|adjunta|incluye|pasame|reenvia|reenviame) [tambien] [el|la|los|las|su|sus] (@file|<kinds>) [tambien]',
    '(incluye|incluyendo|manda|envia|reenvia|adjunta|anade|mandame|enviame|pasame|y|con) [tambien] (el|los|sus|su|todos los) @file [tambien|incluidos|incluido]',
    '@file (incluidos|incluido|tambien)|[con] [el|los] @file (incluidos|incluido)|y [el|los] @file tambien|tambien (el|los) @file',
  ],
  attachmentsno: [
    '[pero|y] (sin|no incluyas|no envies|no mandes|no adjuntes|no reenvies|quita|deja fuera|omite|no me mandes|no me envies|excluye|elimina|no pongas|deja) (los|el|sus|sus propios) @file [fuera]',
    '[pero|y] sin (enviar|mandar|incluir|reenviar|adjuntar|los) [los|el|sus] @file',
  ],
  redactit: ['[pero|y] (ocultalos|ocultalas|tapalos|tapalas|escondelos|ocultalo|tachalos|enmascaralos)'],
  redact: [
    '[pero|y|por favor|con] @hide ~ <redact>',
    '[con|pero|y|deja|dejando] ~ <redact> ~ @hidden',
    '[pero|y] (sin|no|nunca|que no|jamas|ni|evita|evitando|prefiero no) [quiero|deseo|hace falta|necesito|quisiera] ~ @shown ~ <redact>',
    '[pero|y] (no|ni) (el|la|los|las|sus) <redact>',
    '(y|pero|,) sin [el|la|los|las|sus] <redact>|sin (el|la|los|las|sus) <redact>',
    '[pero|y|con] ~ <redact> (no|nunca) ~ @shown',
  ],
  loosehide: [
    'oculta|ocultar|ocultando|ocultos|ocultas|oculto|esconde|escondidos|escondidas|tapa|tapando|tapados|tapadas|censura|censurado|censurados|censuradas|tacha|tachados|tachadas|enmascara|enmascarados|enmascaradas|difumina|difuminados|difuminadas',
  ],
  unclearredact: [
    '[con|y|pero|,|;|por favor] <odd> (el|la|los|las|sus|todos los|todas las) <redact>',
    '(con|y|pero|,|;) (el|la|los|las|sus) <redact> ~ <odd>',
  ],
  showheaders: [
    '[pero|y] [no] [me] [muestra|envia|manda|ensena|muestres|mandes|envies|ensenes|quiero ver] (solo|solamente|unicamente|nada mas que|mas que|tan solo) @headers',
    '[pero|y] (solo|solamente) (quiero|necesito) [ver|saber] @headers',
    '@headers (solo|solamente|nada mas|y ya|y nada mas|me basta|bastan)',
    '[muestra|envia|manda|ensena|enviame|mandame|muestrame|dame|con] (solo|solamente|unicamente|nada mas que|tan solo) [muestra|envia|manda] (el asunto|los asuntos|el titulo|asunto|remitente y asunto|el remitente y el asunto|el asunto y el remitente|los titulos|la cabecera|las cabeceras|asunto y remitente|quien escribe y el asunto) [de] [los|las]',
    'sin (el texto|texto|el cuerpo|cuerpo|el contenido)',
  ],
  showsummary: [
    '[muestra|envia|manda|solo|enviame|mandame|dame|como] [solo] (un|el|en|con un) [breve|corto] (resumen|resumen breve|resumen corto|extracto breve) [de] [los|las]',
    'resume|resumeme|resumir|haz un resumen de|hazme un resumen de|resumidos|resumidas|resumido|en resumen|en pocas palabras|abreviados',
  ],
  showfull: [
    '[muestra|envia|manda|con|enviame|mandame|quiero|dame] [el] (texto completo|texto entero|contenido completo|mensaje completo|mensaje entero|correo completo|correo entero|cuerpo completo|texto integro|contenido entero) [de] [los|las]',
    'completos|enteros|completo|entero|al completo|integros|con todo el texto|todo el texto [de]',
  ],
  atmost: [
    '[pero|y|con] (como mucho|como maximo|maximo|un maximo de|no mas de|hasta|a lo sumo|max|max .|con un maximo de|limita a|limitalo a|limitalos a|limitame a|con un limite de|un limite de|tope de|maxima|nunca mas de) <number> [@mail|avisos] (por|a la|cada|la|/) hora',
    '<number> (por|a la|cada) hora (como mucho|como maximo|maximo|a lo sumo)',
  ],
  markread: [
    '[y] (ponlo|ponlos|ponlas|ponmelos|dejalos|dejalas|las marcas|los marcas|lo marcas|me los marcas|me las marcas) como (leido|leidos|leidas|leida)|como (leido|leidos|leidas|leida)|[y] (marcalo|marcalos|marcalas|marca|marcar|marcado|marcalo) [los|las|el] [@mail] [como] (leido|leidos|leidas|leida)',
  ],
  flagmail: [
    '[y] (destacalos|destacalas|destacalo|ponles una estrella|marcalos con estrella|marcalo con estrella|con estrella|ponle estrella|ponle una estrella|destaca)',
  ],
  move: [
    '(a|en) [la|mi|una] carpeta [de|llamada] <label>',
    '[y] (mete|mueve|muevelo|muevelos|muevelas|ponlos|ponlo|archivalos en|guardalos en|pasalos|mete|metelos|archivalo en|guarda|guardalos|pasa|archiva) [lo|la|los|las] [@mail] (a|en) [la|mi|una] [carpeta] [de|llamada] <label>',
  ],
  archive: ['[y] (archiva|archivalos|archivalo|archivalas|archivar) [los] [@mail]'],
  stop: ['[y] (no sigas|ningun otro filtro|no mires mas filtros|y ya no mires mas filtros)'],
}
