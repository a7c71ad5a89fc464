// Spanish: rules about senders, recipients and mailboxes.

export const people: Record<string, string[]> = {
  human: [
    '[de|por|escritos por|enviados por|escrito por|a] [las|los|una|un|solo] (personas reales|persona real|gente real|gente de verdad|personas de verdad|seres humanos|humanos|humano|personas de carne y hueso|persona de verdad|remitentes humanos|un humano)',
    '(escritos|escrito|hechos) a mano|@mail personales|solo (personas|humanos|gente)|(personas|humanos) solo',
  ],
  automated: [
    '[de|por|enviados por|escritos por|generados por|de los|de las|de parte de] [los|las|un|una|unos] (robots|robot|bots|bot|maquinas|maquina|remitentes automaticos|sistemas|sistema|ordenadores|programas)',
    '[los|las|el|un|una|de] [@mail|avisos|notificaciones|remitentes|cosas|envios] [que sean|que sea] (automaticos|automatico|automaticas|automatica|automatizados|automatizadas|generados por maquinas|generados automaticamente|de sistema|no-reply)|[de] [direcciones|direccion|remitentes] (no-reply|noreply)|los automaticos|lo automatico|enviados automaticamente',
  ],
  newsender: [
    '[de|con] [los|las|un|una|unos|algun|cualquier|nuevas] (remitentes|remitente|personas|persona|gente|contactos|contacto|direcciones) (nuevos|nuevo|nuevas|nueva|desconocidos|desconocido|desconocidas|desconocida|que no conozco|que no conocemos|que desconozco)',
    '[de] [un|una|los|las] (desconocidos|desconocido|extranos|desconocida|nuevos remitentes|nuevo remitente|nuevas personas|nuevos contactos)',
    '[de|a] [la|las|los|el|un|una|alguna] (personas|gente|remitentes|remitente|persona|alguien|quien|quienes|los|las|cualquiera|aquellos) [que] (me|nos) (escriben|escriba|escribe|escriban|contactan|contacta|contacten|mandan|manda|envian|escribio|escribieron|mande) [@mail|un @mail|algo] por (primera vez|vez primera)',
    '[de] [la|las|los|el|un|una|alguna] (personas|gente|remitentes|remitente|persona|alguien|quien|quienes|los|las|cualquiera) [que] (nunca|jamas|no|todavia no|aun no) [me|nos] (han escrito|ha escrito|habian escrito|habia escrito|escribio|escribieron|conozco|conocia|haya escrito|hayan escrito|han contactado|ha contactado|conocemos|he visto|hayan contactado|me haya escrito) [antes|nunca|hasta ahora|todavia|aun] [un @mail]',
    '[de] [un|una|los|las|algun] (remitentes|remitente|personas|gente|alguien|persona) [de|con] [los|las] (que|quien|quienes|el que|los que|las que) (nunca|jamas|no) [he|hemos|haya] (recibido|tenido|sabido|recibi|sabia|oido|hablado) [nada|@mail|noticias|hablar] [antes|hasta ahora]',
    '[el] primer @mail de [un|una|cada|algun|cualquier] [nuevo|nueva] (remitente|persona|contacto|desconocido|alguien) [nuevo|nueva]|por primera vez|primer contacto|primeros contactos|que no conozco|a quien no conozco|a quienes no conozco',
  ],
  fromexcept: [
    '(de) (cualquiera|todos|todo el mundo|cualquier persona|cualquier remitente|todas|alguien|quien sea) (menos|salvo|excepto|que no sea|aparte de) [de] <names>',
  ],
  fromoutside: ['de [gente|alguien|cualquiera|personas|remitentes] (de fuera de|ajenos a|ajeno a|externos a|externo a) <names>'],
  fromlist: ['[de] [personas|remitentes|gente|alguien|los|quienes] [que] [esten|estan|este|de] (en|de) mi lista [de|llamada] <label>'],
  from: [
    '[que|lo que] [me|nos] (venga|vengan|viene|vienen|llegue|lleguen|llega|llegan|procedente|procedentes|procedan|proceda|recibido|recibidos|recibida|reciba|enviado|enviados|enviada|escrito|escritos|mandado|mandados|sea|sean|firmados|remitidos) (de|por|desde) [parte de] <names>',
    '[todo|todo lo|lo|los @mail|@mail|mensajes] (de|desde|por) [el|los|la|las] (dominio|dominios|remitente|remitentes|direccion|direcciones|empresa|servidor|persona|cualquiera de|cualquiera en|cualquier direccion de|alguien de|gente de|direcciones de|todos los de|compania|correo|direcciones como|direcciones tipo|direccion como|remitentes como|cualquier direccion) [llamado|llamada|que acabe en|que acaban en|que acaben en|que termine en|que terminen en|acabadas en|acabados en|de|en] <names>',
    '[direcciones|remitentes|remitente|direccion|dominio|dominios] [que] (acaben|acaban|acabe|terminen|terminan|termine|acabadas|terminadas|acabada) (en|con) <names>',
    '(cuyo|el|si el|cuando el|donde el|con) remitente (es|sea|contiene|contenga|se llame|se llama|incluya|tenga|lleve|acabe en|sea de|termine en) [de] <names>',
    'remitente : <names>|de : <names>',
    '[todo|todos|todas|lo|los|las|algo|cualquier cosa|@mail] [lo|los|las] [@mail] de <proper>',
    '@mail de <writers>',
    '(todo|algo|cualquier cosa|lo|los|las|todos|todas) de <writers>',
    '(todo lo|lo) de <writers>',
    '@tell (si|cuando|en cuanto|cada vez que) [me] (llegue|llega|haya|hay|entre|reciba|recibo) [algo|un @mail|alguno|@mail|cualquier cosa] de <writers>',
    '[de|por] (un|una|el|la|alguna|algun) (empresa|persona|tienda|remitente|compania|alguien) (que se llama|que se llame|llamado|llamada|de nombre) <names>',
    'de parte de <names>',
    'que <odd> (de|desde) <names>',
    '[todo|lo|cuanto|cuando|si|cada vez que|los @mail|@mail|en cuanto|cosas|todo lo|lo] [que] [me|nos] @sends <writers>',
    '[todo|lo|cuando|si|cada vez que|los @mail|@mail|en cuanto|todo lo] [que] <writers> [me|nos] @sends',
    '[me|nos] @sends <proper>',
    'de <proper>|por <proper>',
    'de <roles>',
    '@kinship <proper>',
  ],
  onphone: ['(a|por|en|via) [mi|el] (whatsapp|movil|telefono|celular)'],
  bareproper: ['<proper> @mail'],
  ccme: [
    '[donde|en los que|en que|cuando|si] (estoy|este|figuro|aparezco|yo este|yo) [solo|unicamente|yo] [en|como|puesto en] (copia|cc|la copia|con copia) [con|en|como|por] <address>',
  ],
  cc: [
    '(en|con) (copia|cc|la copia) [solo] [a|con|para|en|de] <address>',
    '[donde|en los que|con|cuando|si] <address> [este|esta|figure|figura|aparece|aparezca|va|vaya|sea] (en|como|con) (copia|cc|la copia|la linea cc)',
    '(donde|en los que|con|cuando|si) <names> [este|esta|figure|figura|aparece|aparezca|vaya|va|sea] (en|como) (copia|cc)',
    '(cc|copia) (a|para|con) <address>|cc <address>|copiados a <address>',
  ],
  to: [
    '[que] [sean|sea|son|vayan|van|vaya|esten|lleguen|llegan|llegue|me lleguen|hayan sido] [solo|unicamente] (enviados|enviado|enviadas|dirigidos|dirigido|dirigidas|mandados|mandado|para|destinados|escritos|a|recibidos en|llegados a|que lleguen a|que vayan a|remitidos|que van a|que vengan a|recibido en) [a|para|en] [la direccion|mi direccion|el alias|mi alias|mi|la] <address>',
    '(enviados|dirigidos|mandados|enviado|dirigido|destinados) [solo] a <names>',
    '(cuyo|si el|cuando el|con) destinatario (es|sea|contenga) <names>|para <address>|a <address>|(escribe|escriba|escriben|escriban|mande algo|envie algo) a <address>',
  ],
  torole: ['(a|para) <roles>'],
  mailbox: [
    '[que] [me] [lleguen|llega|llegan|llegue|entren|entra|entran|entre|caigan|cae|vengan|recibidos|enviados|recibido|lleguen|reciba|van|vayan|llegados] [en|a|de|por] (mi|el|la|nuestro|nuestra) (buzon|bandeja|bandeja de entrada|cuenta|cuenta de correo|correo) [de el|de la|de] <label>',
    '(buzon|bandeja) [de entrada] [de el|de la|de] <label>',
  ],
  list: [
    '[en|de|a|por|desde] [la|mi|las] (lista|lista de correo|lista de distribucion|listas) [llamada|de el|de la|de los|de las|de] <label>',
    '[en|de|a|por] [la|mi] lista [de correo] <label>',
  ],
  anylist: [
    '[de|en|a|todas] [las|las otras|una|cualquier|mis|alguna|todas las] (listas de correo|lista de correo|listas de distribucion|listas|lista de distribucion)',
    '@mail de listas',
  ],
  listexcept: [
    '(todas|todos|cualquier) [las|los] (listas de correo|listas|listas de distribucion|correos de listas) (menos|salvo|excepto|pero no|que no sea|aparte de|quitando) [la|las|los|el|de] <literals>',
  ],
  newsletter: [
    '[el|los|las|un|sus|su|de los|otros|esos|mis|de] (boletines|boletin|newsletter|newsletters|correo masivo|correos masivos|envios masivos|boletines informativos|boletin informativo|hojas informativas|mailings|boletines de noticias|circulares)',
  ],
  reply: [
    '[una|las|la|de|solo|en] (respuesta|respuestas|contestacion|contestaciones|replica) [a] [(mis|mi|mio|mios|un|los que|lo que|los) [@mail|mande|envie|escribi|he enviado|he mandado]]',
    '(cuando|si|que) (alguien me responda|me respondan|me contesten|alguien me conteste|me responde|responden|respondan|me responden) [a] [mis @mail|un @mail]',
  ],
  repliesfrom: [
    '(si|cuando|en cuanto|cada vez que) <names> [me|nos] (contesta|conteste|contestan|contesten|responde|responda|responden|respondan|ha contestado|ha respondido) [a mis @mail|a mi @mail]',
    '(si|cuando|en cuanto|cada vez que) [me|nos] (contesta|conteste|responde|responda|ha contestado|ha respondido) <names>',
  ],
  firstinthread: [
    '(nuevas|nueva|primeros) (conversaciones|conversacion|hilos)|hilos nuevos|primer @mail de (un hilo|una conversacion|cada hilo|cada conversacion)|conversaciones nuevas',
  ],
  autoreply: [
    '[las|los|una] (respuestas|respuesta|contestaciones|mensajes|avisos|correos) (automaticas|automatica|automaticos|de vacaciones|de ausencia|de fuera de la oficina|de fuera de oficina|de baja)|fuera de la oficina|fuera de oficina|autorrespuestas|autorespuestas',
  ],
  invitation: [
    '[las|los|una|un|mis|nuevas] (invitaciones|invitacion|convocatorias|convocatoria|citas) [de|a|al|para|por] [el] [calendario|reunion|reuniones|eventos|evento|un evento|una reunion|la agenda|agenda]',
    '(eventos|citas|entradas) de [el] calendario|cuando (alguien me invite|me inviten) [a una reunion|a un evento|a algo]',
  ],
  cancellation: [
    '[las|los|una|un] (reuniones|reunion|eventos|evento|citas|cita|convocatorias|convocatoria|invitaciones|llamadas) [que] [se|han sido|sean|esten] (canceladas|cancelada|cancelados|cancelado|anuladas|anulada|anulados|anulado|cancelen|cancelan|suspendidas|suspendida|suspendidos|anulen)',
    '(cancelaciones|cancelacion|anulaciones|anulacion) (de) [una|un|las|los|mis|el] (reuniones|reunion|eventos|evento|citas|cita|calendario|convocatorias)',
    '(cuando|si) [alguien] (cancele|cancela|cancelen|anule|anulen|se cancele|se anule) (una|un|la|el|mi) (reunion|evento|cita|convocatoria)',
  ],
  rsvp: [
    '[cuando|si|cada vez que|en cuanto] [alguien|quien|quienes|los que] [que] (acepte|acepta|acepten|aceptan|rechace|rechaza|rechacen|rechazan|decline|declinen|conteste|contesten|responda|respondan|confirme|confirmen) [o|y] [acepte|rechace|rechacen|decline|rechaza|declinen|acepten|rechazan] [a] (mi|una|la|mis|las|nuestra|un) [invitacion|invitaciones|reunion|reuniones|convocatoria|evento|cita|convocatorias]',
    '(respuestas|contestaciones|confirmaciones|respuesta) (a|de) [mis|las|mi|la|una] (invitaciones|invitacion|convocatorias|reuniones|reunion|convocatoria)|confirmaciones de asistencia',
  ],
  rescheduled: [
    '(reuniones|reunion|citas|eventos) (cambiadas|movidas|modificadas|aplazadas|aplazada|cambiados|modificados|aplazados|reprogramadas)|cambios de (reunion|reuniones|citas|cita|calendario)',
  ],
}
