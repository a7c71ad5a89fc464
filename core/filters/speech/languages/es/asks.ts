// Spanish: rules for vague phrases that need a question.

export const asks: Record<string, string[]> = {
  vague: [
    '[lo|los|las|el|algo|todo lo|cosas|solo lo|lo mas|lo realmente|lo verdaderamente|lo que sea|muy] [@mail] [que] [sea|sean|es|son] [muy|mas|realmente] @vague [para mi|@mail]',
    '[lo|todo lo|los @mail|solo lo|@mail] que [me|de verdad|mas|a mi] [me] (importe|importa|importan|interese|interesa|interesan|concierna|haga falta|cuente|merezca la pena|valga la pena|deba saber|tenga que ver|deberia leer|necesite saber|deba leer|tenga que leer|afecte)',
    'lo <odd>|lo esencial|lo imprescindible|lo de siempre|lo principal|lo basico',
  ],
  urgentthings: ['(lo|cosas|todo lo|asuntos|los|temas|correos|mensajes|lo mas|las cosas) (urgente|urgentes)'],
  fromwork: ['(de|desde) (el|la) (trabajo|oficina|curro)', '(cosas|@mail|temas|asuntos) de [el|la] (trabajo|oficina|empresa)'],
  ads: [
    '[la|el|los|las|de|nada de] (publicidad|anuncios|anuncio|promociones|promocion|ofertas comerciales|spam|correo basura|propaganda|marketing|correo comercial|correos comerciales|correo no deseado|correos publicitarios|@mail publicitarios|ofertas promocionales)',
  ],
  bigattachment: [
    '[@att] [un|unos|los|las|muy] (@file|fotos|imagenes|videos|documentos|pdf|pdfs|archivos pdf) [que sean|muy|demasiado|que son] [muy] @big',
    '(@file|archivos|documentos) que (pesen|pesan|ocupen) (mucho|demasiado)|muchos adjuntos',
  ],
  smallattachmentask: ['[@att] @file [muy] @small'],
  bigmail: [
    '@mail [muy|demasiado] (@big|largos|extensos|largo|extenso|kilometricos)',
    '@mail [muy] (@small|cortos|breves)',
    '@mail que (pesen|pesan|ocupen) (mucho|poco|demasiado)',
  ],
  hourask: [
    '[que] [me] [lleguen|llegan|llegue|llegados|recibidos] [muy] (tarde|temprano|pronto|a ultima hora|a primera hora|por la manana|por las mananas|por la tarde|por las tardes|despues de el trabajo|despues de trabajar|antes de el trabajo|fuera de horas|fuera de horario|fuera de el horario laboral|en horario laboral|en horas de trabajo|en horario de oficina|en horas de oficina|durante el trabajo|a mediodia mientras como|mientras trabajo|a deshoras|mientras duermo|cuando duermo|a la hora de comer|despues de cenar|de dia|durante el dia|en horario de trabajo|fuera de el trabajo|a media manana|a media tarde|en horas laborables|al final de el dia)',
  ],
  dateask: [
    '[de|en|durante|desde|hasta|para] [la|el|los|las|esta|este|estos] (semana que viene|proxima semana|semana proxima|semana pasada|semana|mes que viene|proximo mes|mes pasado|mes|ano que viene|ultimos dias|proximos dias|proximo fin de semana|pasada semana|vacaciones|verano|navidad|navidades|proximas semanas|ultimas semanas|ano|ano pasado)',
    'hoy|manana|ayer|pronto|recientes|reciente|antiguos|antiguo|viejos|viejo|ultimamente|de momento|por ahora|una temporada|unos dias|por un tiempo|por unos dias|durante unos dias|dentro de poco|la semana que viene|en vacaciones|hasta nuevo aviso|mientras este fuera',
  ],
  digestask: [
    '[pero] [no] (de vez en cuando|cada cierto tiempo|de cuando en cuando|a veces|cada tanto|de tanto en tanto|regularmente|periodicamente|no muy a menudo|no demasiado a menudo|de forma periodica|cada poco|en un resumen|en un mensaje|varias veces al dia|dos veces al dia|por lotes|en un solo mensaje|cada pocas horas|con frecuencia) [de]',
  ],
  bundle: [
    '[y|todos|todas|todo] @agrupado [en un [solo|unico] (mensaje|correo|resumen|envio)|en uno solo|en un solo @mail|en un resumen|en un mismo mensaje]',
  ],
  manyask: [
    'si (llegan|vienen|son|hay) (muchos|mas de unos pocos|demasiados|unos cuantos|varios|muchas) [,] [juntalos|agrupalos|ponlos juntos|unelos|juntalas]',
    'no demasiados [a la vez|de golpe]|no muchos|juntalos|agrupalos|sin agobiar|sin pasarse|no me inundes|solo unos pocos|(como mucho|no mas de|maximo) <number> (al dia|por dia|a el dia|a la semana|por semana)',
  ],
  quietask: [
    '[en|por favor|quiero] (silencio|no molestar|no molestes|no me molestes|sin molestar|horas tranquilas|tranquilidad|no me despiertes|calla|silencio por favor)',
  ],
  notatnight: ['[pero|y] (no|nunca|nada|salvo|menos|excepto) (de noche|por la noche|por las noches|durante la noche|de madrugada)'],
  otheraddress: [
    '[solo|pero solo] [si|cuando] (estoy|este|voy|vaya) [solo] (en|como|de) (copia|cc)',
    '[a|en|de|enviados a|para|dirigidos a] (mi|la|mis|nuestra) (otra|segunda|vieja|antigua|nueva) (direccion|direccion de correo|cuenta|cuenta de correo)|[a|en|enviados a|dirigidos a] mi (otro|segundo|viejo|nuevo) (correo|buzon|email|alias)|(enviados|dirigidos|mandados|recibidos) (a|en) mi (direccion|alias|correo)|mi direccion (de el trabajo|de trabajo|personal|antigua|nueva|de la tienda|privada)',
  ],
  phone: [
    '(a|a el|a los|en el) (movil|telefono|whatsapp|numero|celular) (de|de el|de la|llamado) <names>',
    '(a|en) (los dos|ambos|todos mis|mi otro|mi segundo|el otro) (moviles|telefonos|movil|telefono|numero|numeros)',
  ],
  role: ['[de|por|de parte de] <roles> [@mail]'],
  event: [
    '@tell (si|cuando|en cuanto|cada vez que) [se|me|nos] (cae|caiga|falla|falle|rompe|rompa|estropea|para|pare|llega|llegue|acaba|acabe|cambia|cambie|sube|suba|baja|baje|sale|salga|entrega|entregue|retrasa|retrase|va|vaya|vence|venza|caduca|termina|termine|agota|agote) [el|la|los|las|mi|un|una|mis] <label> [<rest>]',
    '@tell (si|cuando|en cuanto|cada vez que) [el|la|los|las|mi|un|una|mis] <label> [se|no|ha|han|este|esta] [ha|han|haya] (cae|caiga|caido|falla|falle|fallado|llega|llegue|llegado|para|pare|rompe|rompa|estropea|estropee|acaba|acabe|cambia|cambie|sube|suba|baja|baje|sale|salga|llegado|retrasa|retrase|entregado|enviado|abierto|cerrado|listo|funciona|funcione|retrasado|vence|venza|caduca|caduque|termina|termine|empieza|empiece) [<rest>]',
  ],
  family: [
    '(cosas|temas|@mail|lo|todo lo|asuntos|todo) (de) [la|mi|los|mis] (familia|amigos|clientes|proveedores|companeros|vecinos|equipo)|[la|mi] familia|cosas de familia|temas familiares|asuntos familiares|cosas familiares',
  ],
}
