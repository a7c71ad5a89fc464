// Spanish: rules for requests that are not supported.

const feelings =
  'tristes|triste|enfadados|enfadado|enfadadas|enfadada|enojados|alegres|alegre|contentos|felices|feliz|furiosos|furioso|furiosa|furiosas|enfadada|contenta|triste|agresiva|grosera|nerviosa|preocupada|molestos conmigo|groseros|grosero|maleducados|bordes|agresivos|agresivo|amables|simpaticos|ironicos|sarcasticos|preocupados|nerviosos|desesperados|ofensivos|hostiles|negativos|positivos|divertidos|graciosos|carinosos|frios|impacientes|indignados|decepcionados|educados|cabreados|cabreado|animados|antipaticos|hirientes|desagradables|romanticos|estresados|airados|insultantes|amenazantes'

export const missing: Record<string, string[]> = {
  mood: [
    `[los|las|el|un] [@mail|clientes] [en los que|donde|en que] [la gente|el remitente|quien escribe|el autor] [que] [suenen|suena|suenan|parezcan|parece|parecen|sean|son|esten|estan] [a|con|muy|mas|tono|de|un] [tono|algo|poco] (${feelings})`,
    'con [un|mal|buen] (tono|mal tono|humor|buen humor|mal humor) [<rest>]|de (mal humor|buen humor|mal tono)|en tono [<rest>]|quejas enfadadas',
  ],
  readelsewhere: [
    '[que] [yo|nadie|<names>] [aun|todavia] (no|ya|aun no|todavia no|nadie) [he|ha|haya|hemos|han] (leido|abierto|visto|lei|leido ya|mirado) [aun|todavia|en|el|mi] [<rest>]',
    '[@mail] (sin leer|no leidos|sin abrir|no leido|pendientes de leer) [<rest>]',
  ],
  delay: [
    '[pero] (al cabo de|despues de|tras|pasada|pasadas|dentro de|en) (una hora|<number> horas|<number> minutos|unas horas|media hora|<number> dias|un dia|un rato|unos dias)',
    '(recuerdame|recuerdamelo|recordarme|posponlo|posponlos|recuerdamelos) [<rest>]',
  ],
  picture: [
    '<kinds> (de|con|donde|en las que|en los que|que muestren|en que|que muestran|en que salga) [nuestro|nuestra|mi|mis|el|la|los|las|un|una|de] [<rest>] (en ellas|dentro)',
    '<kinds> (donde sale|donde salga|donde salgan|en las que sale|en las que salga|en que sale|que muestren|que muestran|donde aparece|donde aparezca|en las que aparezca|donde se ve|donde se vea|que retraten|en las que salgan|donde salimos|en las que salimos|con|de (nuestro|nuestra|mi|mis|el|los|un|una) (perro|perra|gato|gata|casa|coche|bebe|jardin|playa|<odd>)) [<rest>]',
  ],
  place: [
    '[de] [gente|personas|alguien|los|remitentes|quien] [que] (viva|viven|vivan|vive|reside|residen|esta|estan|este) [ahora] en <names>',
    '[de] [gente|personas|alguien|los|remitentes|quien] [que] [este|estan|esten|viva|viven|esta|vivan|vive] (cerca de mi|cerca|en mi zona|en mi barrio|en mi ciudad|de mi barrio|de mi ciudad|de aqui cerca|a menos de <number> km|cerca de aqui|en mi pais|de mi zona|en el extranjero|cerca de casa)',
  ],
  whereyouare: [
    '[solo|pero solo] (cuando|si|mientras|hasta que|siempre que|en cuanto|a menos que) [yo] [no] (este|estoy|salga|vuelva|estemos|me encuentre) [no] [en|fuera|de|cerca|lejos|a] [casa|viaje|la oficina|el trabajo|reunion|fuera|conduciendo|ocupado|ocupada|dormido|el coche] [<rest>]',
    '[solo|pero solo] (cuando|si|hasta que|en cuanto) [yo] [no] (llegue|llego) (a casa|a la oficina|al trabajo|a el trabajo|de viaje|a mi casa) [<rest>]',
    'segun donde este|segun mi ubicacion|cuando viaje',
  ],
  call: [
    '(llamame|llamadme|telefoneame|llama|que me llames|quiero una llamada|una llamada) [a|por|al] [mi|el] [telefono|movil]',
    '(mandame|enviame) [un|una] (sms|llamada|telegram|fax)|(por|en|via|a) (sms|telegram|telefono|fax|slack|discord|teams)|(leemelo|leemelos|leelos) [en voz alta]|en voz alta|despiertame|haz sonar el telefono|suena una alarma',
  ],
  translate: [
    '[y] (traduce|traducir|traducelo|traducelos|traducido|traducidos|traducelas|traduceme|traducidas|traducirlos) [me] [a] [al|el] [<tongue>] [todo|los|las]',
    '(al|a el) <tongue>|a mi idioma|a mi lengua',
  ],
  erase: [
    '[y] (borra|borrar|borralo|borralos|borralas|elimina|eliminar|eliminalo|eliminalos|eliminalas|tira|tiralos|tirar|suprime|suprimelos|destruye|deshazte de|quita de mi buzon|tira a la basura|limpia) [a|de] [la papelera|todo]|a la papelera',
  ],
  answer: [
    '(dile|diles|decirle|avisa|informa|comunica|escribele|preguntale|pregunta|felicita|agradece|escribe|comunicale|hazle saber) a <names> [que|si|de|por|cuando] [<rest>]',
    '(dale|da|dad|mandale|enviale|manda) [las|unas] (gracias|felicitaciones|recuerdos|saludos) a <names> [<rest>]',
    '(contesta|responde|contestale|respondele|di) <label> a <names> [<rest>]',
    '(contesta|responde|contestar|responder|contestale|respondele|contestales|respondeles|escribele) [a] [<names>] (que|con|diciendo|automaticamente|para decir|por mi|de forma automatica) [<rest>]',
    '(contesta|responde|contestale|respondele|responder a|contestar a) [a] <names>|di (gracias|que si|que no) a <names>|(prepara|redacta|escribe|manda) [una] respuesta [<rest>]|responde automaticamente|acepta (las|todas las|mis) (invitaciones|reuniones|citas) [<rest>]',
  ],
  answered: [
    '[a los que|a las que|que|los que] [ya|aun no|todavia no|no] (respondi|conteste|he respondido|he contestado|haya respondido|haya contestado) [ya] [<rest>]',
    '[que] [aun|todavia] (nadie|no) [he|ha|haya|hemos|han|me han|se han|me ha] [aun|todavia] (contestado|respondido|contesto|respondio|contestados|atendido) [aun|todavia|a] [<rest>]',
    '[@mail] (sin contestar|sin responder|sin respuesta|pendientes de respuesta|pendientes de contestar|no contestados|por contestar|por responder|pendientes) [<rest>]|que (siguen|sigan) sin (respuesta|contestar|responder) [<rest>]',
  ],
  truth: [
    '[que] [sean|son|es|sea|esten|estan|este|parezcan|parecen] (falsas|falsos|falsa|incorrectas|incorrectos|incorrecta|equivocadas|equivocados|equivocada|erroneas|erroneos|erronea|mal|verdaderos|mentira|injustas|fraudulentas|fraudulentos|demasiado caras|caras|pagadas|impagadas|sin pagar|mal calculadas|estafas|una estafa|correctas) [<rest>]',
    'con (errores|faltas|erratas|fallos de ortografia|faltas de ortografia|un error)',
  ],
  guess: [
    '(adivina|sorprendeme|decide|decide tu|elige|elige tu|tu decides|averigua|piensa por mi|escoge|lo que tu quieras|lo que tu creas|lo que quieras|lo que creas|lo que te parezca|aprende|usa tu criterio|segun te parezca|como siempre|como la ultima vez|lo que necesite|lo que necesito|lo que yo quiera|lo que me guste) [<rest>]',
  ],
  elsewhere: [
    '(dame de baja|darme de baja|date de baja|desuscribeme|suscribeme|apuntame|cancela la suscripcion|quitame) [de|a|en] [<rest>]',
    '^ (cuanto dinero|cuanta|cuantos|cuantas|por que|quien es|que es|donde esta) <rest>',
    '(bloquea|denuncia) [a] [<rest>]|(paga|imprime|compra|firma|descarga|descargate|sube|pagar|imprimir|guarda) (las|los|la|el|mis|todas las|todos los|mi) (facturas|factura|recibos|adjuntos|archivos|contratos|billetes|documentos|fotos|pdf|multas) [<rest>]|(anade|apunta|pon|guarda|agrega) [lo|los|las|el|la] [@mail|eventos|reuniones|citas|evento|reunion] (en|a|al) [mi|el|la] (calendario|agenda|lista de tareas|drive|dropbox|nube|hoja de calculo|ordenador)|apuntalo en mi agenda',
    '[a <names>|a quien <rest>|a (el|la|los) que <rest>] (manda|envia|pasa|reenvia|comparte|mandale|enviale|pasale|reenviale|mandales|enviales|pasales|mandaselo|enviaselo|pasaselo|reenviaselo) (le|les|tambien a|a <names>) [<rest>]|(mandale|enviale|pasale|reenviale|mandales|enviales|pasales|mandaselo|enviaselo|pasaselo|reenviaselo) [<rest>]',
    'reenvia [lo|los|las|selos|todo] a (mi|la|el|nuestra) (mujer|marido|gestor|contable|jefe|jefa|secretaria|otro correo|otra cuenta|gmail|asesor|pareja) [<rest>]|reenvia [lo|los] [todo] a <address>',
  ],
  copy: [
    '[y] (copia|copialo|copialos|copialas|duplica) [el|la|los|las] [<label>] [@mail] [de <names>] (a|en) [la|mi|una] carpeta [de|llamada] [<label>]',
    '[y] (guarda|deja|pon) una copia en [la carpeta] <label>',
  ],
  summarize: [
    '[los|las|solo los|solo las] (primeros|primeras|ultimos|ultimas) <number> (caracteres|letras|palabras|lineas|frases) [de]',
    '[y] (resume|resumeme|resumir|resumelo|hazme un resumen de|haz un resumen de) (lo que|todo lo que|cuanto|la conversacion|el hilo|la reunion|que) [<rest>]',
  ],
  inside: [
    'dentro de [el|los|un|las] (adjunto|adjuntos|pdf|archivo|archivos|documento)|(letra manuscrita|escritas a mano|escrito a mano)|(@file|<kinds>) que (digan|diga|contengan|contenga|mencionen|mencione) (el texto|la palabra|las palabras) <literals>',
  ],
  world: [
    '[solo] (en|los) [los] (dias) (lluviosos|de lluvia|soleados|de sol|frios)',
    '[solo|pero solo] (si|cuando|mientras) (llueve|llueva|nieva|nieve|hace sol|haga sol|hace frio|haga frio|hay trafico|baje la bolsa|mi bateria|la bateria|hace calor|haga buen tiempo|mi agenda|mi calendario) [<rest>]',
    '[solo|pero solo] (si|cuando|mientras|a menos que) [yo] [no] (estoy|este|tengo|tenga) (ocupado|ocupada|libre|en una reunion|reunido|reunida|de vacaciones|enfermo|enferma|despierto|despierta|una reunion|tiempo|de guardia|conduciendo|trabajando) [<rest>]',
  ],
}
