// Spanish: rules about words, attachments, sizes and headers.

export const contents: Record<string, string[]> = {
  subject: [
    '[con|cuyo|si|cuando|donde|que|y|en] [el|un|su] @subject [que] (contiene|contenga|contengan|tiene|tenga|incluye|incluya|lleva|lleve|diga|dice|ponga|pone|mencione|menciona|con|hable de|habla de|sobre|sea sobre) [@word] <literals>',
    '[el] @subject : <literals>|[el] @subject <quote>',
    '[@has|que|con|si|cuando|donde] [@word] <literals> [este|esta|aparezca|aparece|figure|figura|salga|sale] en [el|su] @subject',
    '(si|que|cuando|donde) [en] el @subject (aparece|aparezca|figura|figure|pone|ponga|sale|salga|esta|este|dice|diga|se lee|menciona) [@word] <literals>',
    'en cuyo @subject (aparece|aparezca|figura|figure|pone|ponga|salga|diga|este|se lea) [@word] <literals>',
    '(titulado|titulados|titulada|tituladas) <literals>|con [el] @subject <literals>|@subject @word <literals>',
  ],
  subjectwithout: [
    '[con|cuyo|si|cuando|que|y|donde] [el|un] @subject [que] (no contiene|no contenga|no tenga|no tiene|no incluya|no incluye|no diga|no dice|no lleve|no mencione|no ponga) [@word] <literals>',
  ],
  bodywithout: [
    '[con|cuyo|si|cuando|que|y|donde] [el|un] @body [que] (no contiene|no contenga|no tenga|no tiene|no incluya|no incluye|no diga|no dice|no lleve|no mencione|no menciona|no ponga) [@word] <literals>',
  ],
  nosubject: ['(sin|que no tenga|que no tengan|no tiene) [ningun] @subject|[con|que tenga] [el] @subject (vacio|en blanco)'],
  subjectstarts: [
    '[con|cuyo|si|cuando|que|y] [el|un] @subject [que] [debe|tiene que] (empezar|comenzar|empiece|empieza|empiecen|comience|comienza|comiencen|empezando|arranque) [por|con|en] [@word] <literals>',
    '<literals> al (principio|comienzo|inicio) de el @subject',
  ],
  subjectends: [
    '[con|cuyo|si|cuando|que|y] [el|un] @subject [que] (acabe|acaba|termine|termina|terminen|acaben|finalice) [por|con|en] [@word] <literals>',
  ],
  subjectis: [
    '[con|cuyo|si|cuando|que|y] [el] @subject [que] (es|sea|es exactamente|sea exactamente|exactamente|exacto|igual a|sea igual a|es igual a|=) [exactamente|:] [@word] <literals>',
    'con [el] @subject (exacto|exactamente) <literals>',
  ],
  subjectlike: [
    '[con|cuyo|si|cuando|que|y] [el|un] @subject [que] (coincida con|coincide con|como|encaje con|encaja con|siga|sigue|tipo|de el tipo|tenga la forma|cumpla|del tipo|se parezca a|parecido a|similar a|de la forma) [el patron|el modelo|la forma] <literals>',
  ],
  body: [
    '[con|cuyo|si|cuando|donde] [el|un] @body [que] (dice|diga|contiene|contenga|pone|ponga|menciona|mencione|incluye|incluya|tenga) [@word] <literals>',
    '[que] [@has|con|si|que] [@word] <literals> [este|aparezca|aparece|figure] en el @body',
  ],
  narrowsubject: ['(solo|pero solo|unicamente) en el @subject'],
  narrowbody: ['(solo|pero solo|unicamente) en el @body'],
  mentions: [
    '[que|en los que|en las que|en que|donde] [se] (mencione|mencionen|menciona|mencionan|contenga|contengan|contiene|contienen|diga|digan|dice|dicen|incluya|incluyan) [la|el|las|los] [@word] <topics>',
  ],
  about: [
    '[que] (sobre|acerca de|hable de|hablen de|habla de|hablan de|hablen sobre|hable sobre|trate de|traten de|trata de|traten sobre|mencione|mencionen|menciona|mencionan|relacionado con|relacionados con|relacionadas con|referente a|referentes a|respecto a|en relacion con|que digan|que diga|diga|digan|con|contiene|contienen|contenga|contengan|que contengan|que contenga|a proposito de|sean de|sea de|relativos a|relativo a|de tema|donde ponga|donde diga|que pongan|que ponga|que incluya|que incluyan|que lleve|que lleven|que aparezca|donde aparezca|en los que aparezca|en torno a|con motivo de|a cerca de) [el|la|los|las] [@word|tema de|asunto de] [de] <topics>',
    '[que] (tenga que ver con|tengan que ver con|tiene que ver con|tienen que ver con) <topics>',
    '(temas|asuntos|cosas) de <topics>',
    '@word <topics>',
  ],
  hasattachment: ['@att [@some|mas de un] @file [adjunto|adjuntos]', '[algo|cosas|con algo] adjunto', '[los|las|solo|un|unos|algun] @file'],
  noattachment: [
    '(sin|no tiene|no tienen|que no tenga|que no tengan|que no lleve|que no lleven|no tenga|no lleva|no llevan|que no traiga|que no traigan) [un|ningun|los] @file|nada adjunto|sin nada adjunto',
  ],
  kind: [
    '@att [@some] <kinds> [adjunto|adjuntos|adjunta|adjuntas|en adjunto|como adjunto|dentro]',
    '[@some|mis|de] <kinds> [adjunto|adjuntos|adjunta|adjuntas|como adjunto]',
    '@att [@some] (presentacion|presentaciones) [adjunta|adjuntas]',
    '@att [@some] @file [de tipo|en|en formato|de|tipo] <kinds>',
  ],
  nokind: [
    '(sin|no tiene|que no tenga|que no tengan|que no lleve|que no lleven) [un|una|ningun|ninguna] <kinds> [adjunto|adjuntos|adjunta|adjuntas]',
  ],
  attachmentname: [
    '[@att] [@some] [@file] [que] [se] (llamado|llamada|llamados|llamadas|llame|llamen|llama|con nombre|con el nombre|de nombre|titulado|que se llame) <literals>',
    '[@att] [@some] [@file] (cuyo nombre|con un nombre que|que en el nombre|con nombre que|y su nombre|y cuyo nombre|en cuyo nombre) [de archivo|de fichero] (contenga|contiene|tenga|incluya|lleve|lleva|ponga|aparezca|incluye|figure|diga) [@word] <literals>',
    '[@att] [@some] @file <quote>',
    '@has <literals> en el nombre de el (archivo|adjunto|fichero)',
  ],
  attachmentsize: ['[@att] [@some] @file [que] @over <size>'],
  smallattachment: ['[@att] [@some] @file [que] @under <size>'],
  size: ['[que|con un tamano|con un peso|de tamano] @over <size>|de <size> o mas'],
  sizerange: ['[que pesen|que ocupen|de] [entre|de] <sizes>'],
  smallsize: ['[que|con un tamano] @under <size>|de <size> o menos'],
  manyattachments: ['[@att] (mas de) <number> @file', '@att (varios|muchos|multiples) @file'],
  fewattachments: ['[@att] (menos de) <number> @file'],
  atleastattachments: ['[@att] (al menos|como minimo) <number> @file', '[@att] <number> o mas @file'],
  exactattachments: ['[@att] exactamente <number> @file', 'con <number> @file'],
  auth: [
    '[solo|que|y|si|cuando|con|cuyo|cuya] [el|la] <checks> @passes',
    '[que] (pasan|pase|pasen|pasa|superen|supere|con) [el|la|los] [control|comprobacion] [de|la] <checks> [correcto|correcta|valido|valida]',
    'remitentes (verificados|autenticados)',
  ],
  noauth: [
    '[que|cuyo|cuya] (no pasen|no pasan|no pase|no pasa|no superen|no supere|no superan|fallen|falle|falla|fallan|han fallado|no hayan pasado|no haya pasado|sin|suspendan) [en] [el|la|los] [control|comprobacion] [de] [el|la] <checks>',
    '[si|cuando|que|cuyo|con] [el|la] <checks> (@fails|fallido|fallida|incorrecto|incorrecta|invalido|invalida)',
    'remitentes (falsos|falsificados|no verificados|sin verificar|suplantados)',
  ],
  priority: [
    '[marcados|marcado|con|de|como] [de|con|como] [la|una] (alta prioridad|prioridad alta|maxima prioridad|prioridad maxima|importancia alta|alta importancia)',
  ],
  priorityis: [
    '[marcados|marcado|con] [de|con|como] [alta] [prioridad] [alta|maxima] [lpar] [con] [la|el] [cabecera] <header> [:|=|es|de|a] <number> [rpar]',
  ],
  header: [
    '[con|si|cuando|que tengan|que tenga|cuya] [la|una|el] (cabecera|encabezado) <header> [que] (contiene|contenga|tenga|incluya|lleve|con|tiene) [@word] <literals>',
  ],
  headeris: ['[con|si|cuando|cuya] [la|una|el] (cabecera|encabezado) <header> (es|sea|igual a|=|:|con valor) <literals>'],
  headerthere: ['[con|que tengan|que tenga] [la|una|el] (cabecera|encabezado) [llamada] <header>'],
  tongue: ['[que esten|escritos|escrito|que este|que sean|redactados] en <tongue>'],
  othertongue: [
    '[que esten|escritos|que este|que sean] en (otro idioma|otros idiomas|cualquier idioma|una lengua|un idioma) (que no sea|que no sean|distinto de|distintos de|menos|salvo|excepto) [el] <tongue>',
  ],
}
