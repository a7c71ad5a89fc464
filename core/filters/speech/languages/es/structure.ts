// Spanish: rules for conjunctions and filler words.

export const structure: Record<string, string[]> = {
  comma: [', y|, e|,', ';', ':', '.', '!', '?', '¡', '¿', '-', '–', '—', 'lpar', 'rpar', '…'],
  commaor: [', o'],
  or: ['o|u|/|o bien|o tambien|o si no|y / o'],
  and: ['y|e|&|mas los|ademas de|asi como|y tambien|tambien|junto con|y que|y con|y ademas|y de|y es|y sea|y tenga'],
  but: ['pero|sin embargo|pero solo|pero solo si|siempre que|siempre y cuando|sino|pero si|pero con|a condicion de que'],
  butnot: [
    'no me mandes|no me envies|no me reenvies|no me pases|no me avises de|nada|no|pero no|y no|ni|nunca|pero nunca|pero sin|sin|y sin|no quiero|pero no quiero|pero que no sean|pero que no sea|y que no sea|y que no sean|siempre que no sea|siempre que no sean|si no es|si no son|pero no si|pero no cuando|nada de|pero nada de|tampoco|ignora|ignorando|descarta|sin contar|pero ignora|no envies|no mandes|no reenvies|pero no los|pero no las|omitiendo',
  ],
  thatnot: ['que no (sea|sean|es|son|tenga|tengan|lleve|lleven|venga|vengan|este|esten)', 'que no'],
  except: [
    'salvo|excepto|menos|a excepcion de|aparte de|exceptuando|con excepcion de|quitando|excluyendo|fuera de|salvo los|salvo de|excepto de|menos de los|sin incluir|con la excepcion de|descontando|exceptuados',
  ],
  unless: [
    'a menos que|salvo si|salvo que|excepto si|excepto cuando|salvo cuando|a no ser que|menos si|menos cuando|a menos que sea|salvo que sea|salvo si es|excepto si es|a no ser que sea|a menos que sean|salvo que sean|a no ser que sean|salvo que tenga|a menos que tenga|excepto que',
  ],
  everyexcept: [
    '(todo|todos|todas|cualquier cosa|todo el correo|todos los @mail|todos mis @mail|cualquier @mail|todo lo que llegue|todo lo que llega) (menos|salvo|excepto|que no sea|que no sean|a excepcion de|aparte de|quitando|exceptuando|pero no|que no es)',
  ],
  every: [
    'todo|todo lo que|todo lo|cualquier cosa|todo lo demas|lo demas|cuanto|cualquier cosa que|lo que|todos los que|todas las que|el resto|lo',
    '(todo|todos|todas|cualquier) [el|los|las|mi|mis] @mail',
  ],
  only: [
    '[y|pero] (nada mas|nada de lo demas|ninguno mas|ya esta|eso es todo|de lo demas nada|lo demas no)',
    'solo|solamente|unicamente|exclusivamente|nada mas que|solo los|solo las|tan solo|nada mas|solo si|solo cuando',
  ],
  refused: [
    'no me (lo|la|los|las) (mandes|envies|reenvies|pases|ensenes)|(eso|esos|esas) no me (lo|los|las) (mandes|envies)|no (lo|la|los|las) (mandes|envies|reenvies|pases|quiero)',
  ],
  excluded: ['excluidos|excluidas|excluido|excluida|exceptuados|exceptuadas|no incluidos|no incluidas'],
  setsnothing: [
    '[y] (tambien|incluso|hasta) (de noche|por la noche|los fines de semana|en fin de semana|en festivos|los domingos|por las noches|a deshora)',
    'a esas horas|en ese rato|en ese horario|a esa hora|dia y noche|noche y dia|a todas horas|a cualquier hora|en cualquier momento|siempre|sin importar la hora|da igual la hora|sea la hora que sea',
  ],
  mail: ['[un|una|el|la|los|las|mis|mi|de|de los|de las|otros|nuevos|esos|aquellos|unos|algun] @mail'],
  forward: [
    '(enviame|mandame|reenviame|reenvia|reenviar|manda|envia|enviar|mandar|pasame|dame|muestrame|ensename|traeme|reenviadme|pasa|reenviarme|enviarme|mandarme|remiteme|hazme llegar|avisame de|avisame con|notificame|puedes enviarme|puedes mandarme|puedes reenviarme|podrias enviarme|podrias mandarme|podrias reenviarme|reenviame|rebotame|redirige|dirigeme|transmiteme|comparte|comparteme|entregame|pon|ponme|sueltame|largame|informame de|alertame de|facilitame|hazme saber de|tenme a el tanto de|mantenme a el tanto de|mantenme informado de|mantenme informada de) [a mi|me] [todo|todos|toda|todas]',
  ],
  filler: [
    'oye|oiga|bueno|pues|basicamente|en general|realmente|simplemente|normalmente',
    'no [me|nos] (mandes|envies|reenvies) nada (salvo|excepto|menos|que no sea|si no es) [si es|que sea|lo]|no solo|sino tambien',
    'marca|mueve|mueve los|no quiero perderme|no me quiero perder|que no se me escape|que no se me escapen',
    '(quiero|necesito|quisiera|deseo|me gustaria|querria) (ver|recibir|leer|tener|que me llegue|que me lleguen|enterarme de|saber de)|enterarme [de]|estar a el tanto [de]|saber [de]|enterarme de|seguir|puedes|podrias|se puede|quiero que|necesito que|algo|quiero|quisiera|me gustaria|necesito|deseo|me interesan|me interesa|quiero recibir|quiero ver|quiero que me llegue|quiero que me lleguen|quiero que me envies|quiero que me mandes|me gustaria recibir|necesito recibir',
    '(hola|buenos dias|buenas tardes|buenas noches|estimado|estimada|querido|querida) <proper> (,|!|.|:)|buenos dias|buenas tardes|buenas noches|buenas|estimados|mailferry|muchas gracias|un saludo|saludos|gracias de antemano|mil gracias',
    '(mandalo|mandalos|mandalas|mandamelo|mandamelos|mandamelas|envialos|enviamelo|enviamelos|pasamelo|pasamelos|reenviamelo|reenviamelos|dimelo|avisame|me avisas|me lo mandas|me los mandas|reenviaras|enviaras|mandaras|quiero verlo|quiero verlos|quiero verlas|quiero leerlo|quiero leerlos) [a] [mi|el] [movil|telefono|whatsapp]|kiero|quiero que me|que me',
    'por favor|porfa|gracias|hola|ok|vale|bueno|pues|entonces|para mi|a mi|me|nos|tambien|ahi|aqui|asi|eso|esto',
    '[a|en|por|al] [mi|el|la] (movil|telefono|whatsapp|celular)',
    '@tell [si|cuando|de|en cuanto|cada vez que|que|siempre que]|si|cuando|cada vez que|siempre que|en cuanto|en caso de que|donde',
    'de|de el|de la|de los|de las|en|con|por|para|a|al|del|sobre|acerca de|como|segun|desde|entre',
    'que|quien|quienes|cuyo|cuya|cuyos|cuyas|el|la|los|las|lo|le|les|un|una|unos|unas|se|su|sus|mi|mis|yo|ese|esa|esos|esas|este|esta|estos|estas|aquellos|aquellas|cual|el cual|los cuales',
    'es|son|sea|sean|fue|fueron|era|esta|estan|este|esten|ha|han|haya|hayan|he|ser|estar|hay|haber|sido|tiene|tienen|tenga|tengan',
    '[que] [me] (llega|llegan|llegue|lleguen|llegado|viene|vienen|venga|vengan|entra|entran|entre|entren|recibo|reciba|recibidos|recibido|recibida|recibidas|enviados|enviado|enviadas|escritos|escrito|mandados|procedentes|que reciba|vayan llegando|recibamos|enviada) [de]',
    'alguien|cualquiera|todos|alguna persona|gente|personas|persona|nadie|remitente|remitentes',
    'alguno|algunos|alguna|algunas|cada|otro|otros|otra|otras|ciertos|ciertas|tipo|por ejemplo|sobre todo|especialmente|en particular|principalmente|lo de|lo del',
  ],
}
