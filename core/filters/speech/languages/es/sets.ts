// Spanish: word sets that rules reference with `@` (without accents).

export const sets: Record<string, string> = {
  kinship:
    'tia|tio|abuela|abuelo|prima|primo|hermana|hermano|mama|papa|mi mujer|mi marido|mi amiga|mi amigo|mi vecina|mi vecino|mi jefe|mi jefa|mi hermana|mi hermano|mi hija|mi hijo|mi novia|mi novio|mi pareja',
  mail: 'correo|correos|email|emails|e-mail|e-mails|mail|mails|mensaje|mensajes|correo electronico|correos electronicos|cosas|cosa|carta|cartas|mensajeria',
  subject: 'asunto|asuntos|titulo|titulos|linea de asunto|encabezado|linea de el asunto|encabezamiento',
  body: 'texto|cuerpo|contenido|cuerpo de el mensaje|texto de el mensaje|cuerpo de el correo|texto de el correo',
  box: 'buzon|bandeja|bandeja de entrada|cuenta|cuenta de correo|correo',
  has: 'con|contiene|contienen|contenga|contengan|lleva|llevan|lleve|lleven|tiene|tienen|tenga|tengan|incluye|incluyen|incluya|incluyan|diga|digan|dice|dicen|ponga|pongan|pone|mencione|mencionen|aparezca|aparezcan|figure|figuren|salga|salgan|traiga|traigan',
  word: 'la palabra|las palabras|palabra|palabras|la frase|frase|el texto|el termino|los terminos|la expresion',
  sends:
    'manda|mande|manden|mandan|mando|envia|envie|envien|envian|envio|escribe|escriba|escriban|escriben|escribio|me escribe|remite|remita|ha mandado|ha enviado|ha escrito',
  over: 'de mas de|mas de|mayores de|mayor de|mayores que|mayor que|superiores a|superior a|que pesen mas de|que pesan mas de|que pese mas de|pesen mas de|pesan mas de|mas grandes que|mas grande que|mas grandes de|que superen los|superen los|que superan los|que pasen de los|de mas de los|que superen|que superan|superen|que pasen de|por encima de|a partir de|que ocupen mas de|al menos|como minimo|mas pesados que|mas pesados de|que supere|mas grandes de|que excedan|desde|que ocupan mas de',
  under:
    'de menos de|menos de|menores de|menor de|menores que|menor que|inferiores a|inferior a|que pesen menos de|que pesan menos de|mas pequenos que|mas pequenas que|por debajo de|hasta|como mucho|como maximo|que no superen|que no pasen de|que ocupen menos de',
  big: 'grande|grandes|pesado|pesados|pesada|pesadas|enorme|enormes|voluminoso|voluminosos|gigantes|muy grandes|muy pesados|gordos',
  small: 'pequeno|pequenos|pequena|pequenas|ligero|ligeros',
  file: 'adjunto|adjuntos|archivo|archivos|fichero|ficheros|archivo adjunto|archivos adjuntos|ficheros adjuntos|fichero adjunto|documento adjunto|documentos adjuntos|anexo|anexos',
  att: 'con|tiene|tienen|tenga|tengan|que tenga|que tengan|que lleve|que lleven|lleva|llevan|que traiga|que traigan|incluye|incluyen|que incluya|que incluyan|que contenga|que contengan|que vengan con|que venga con|contiene|contienen|acompanado de|acompanados de|trae|traen',
  some: 'un|una|unos|unas|algun|alguna|algunos|algunas|el|la|los|las|al menos un|varios|varias',
  tell: 'avisame|dime|hazme saber|notificame|informame|quiero saber|alertame|avisadme|quiero que me avises|me avisas',
  passes:
    'pasa|pasan|pase|pasen|es correcto|es valido|sea correcto|sea valido|esta bien|este bien|sea valida|es valida|sea correcta|es correcta|supera|supere',
  fails: 'falla|falle|fallan|fallen|no pasa|no pase|no pasen|no es valido|no sea valido|es incorrecto|no es correcto|no supera|no supere',
  hide: 'oculta|ocultar|ocultad|ocultando|oculte|ocultes|esconde|esconder|escondiendo|tapa|tapar|tapando|borra|borrando|censura|censurar|censurando|tacha|tachar|tachando|quita|quitar|quitando|enmascara|enmascarar|enmascarando|oscurece|oscureciendo|elimina|eliminando|suprime|suprimir|suprimiendo|difumina|difuminando|omite|omitir|omitiendo|cubre|cubriendo|camufla|camuflando|protege|protegiendo|anonimiza|encubre|disimula',
  hidden:
    'oculto|oculta|ocultos|ocultas|tapado|tapada|tapados|tapadas|borrado|borrada|borrados|borradas|tachado|tachada|tachados|tachadas|censurado|censurada|censurados|censuradas|enmascarado|enmascarada|enmascarados|enmascaradas|escondido|escondida|escondidos|escondidas|difuminado|difuminada|difuminados|difuminadas|suprimido|suprimida|suprimidos|suprimidas|omitido|omitida|omitidos|omitidas|cubierto|cubierta|cubiertos|cubiertas|en negro|protegido|protegida|protegidos|protegidas|invisible|invisibles|ilegible|ilegibles|fuera|en secreto',
  shown:
    'mostrar|mostrando|muestres|muestre|muestren|ensenar|ensenando|ensenes|ensene|vea|vean|ver|verse|ponga|pongas|poner|incluir|incluyas|incluya|revelar|reveles|revele|aparezca|aparezcan|salga|salgan|visible|visibles|exponer|expongas|mandar|mandes|enviar|envies|publicar|publiques|desvelar|desveles',
  agrupado:
    'agrupa|agrupado|agrupada|agrupados|agrupadas|agrupalos|agrupalas|junta|juntos|juntas|juntalos|reune|reunidos|reunidas|reunelos|recopila|recopilados|recopiladas|recopilalos|agrupar|juntar|reunir|combina|combinados|empaquetados|empaqueta|acumulados|acumula|concentrados|unidos|en bloque',
  hold: 'silencio|silencia|silencia me|silencialos|silencialas|silencio total|en silencio|callado|calla|guardalos|guardalas|guardalo|retenlos|retenlas|retenlo|no molestes|no me molestes|no molestar|sin molestar|no envies nada|no mandes nada|no avises|no me avises|espera|esperen|que esperen|horas tranquilas|no me despiertes|pausa|sin avisos|no me mandes nada|no me envies nada|aguantalos|dejalos en espera|no notifiques|silencialos|silenciar|retener',
  vague:
    'importante|importantes|interesante|interesantes|relevante|relevantes|util|utiles|aburrido|aburridos|aburridas|aburrida|pesadas|bueno|buenos|buenas|malo|malos|necesario|necesarios|esencial|esenciales|serio|serios|raro|raros|raras|sospechoso|sospechosos|imprescindible|imprescindibles|de interes|fundamental|fundamentales|clave|de siempre|tipicas|destacado|destacados|crucial|cruciales|valioso|molestos|molestas|irrelevantes|inutiles|tontas|tontos',
  headers:
    '[el] (remitente|quien lo manda|quien lo envia|quien escribe|quien es|de quien es) y [el] (asunto|titulo)|[el] (asunto|titulo) y [el] (remitente|quien lo manda|quien lo envia)|de quien es y de que va|quien lo manda y de que va',
  event: 'reunion|reuniones|evento|eventos|cita|citas|convocatoria|convocatorias|llamadas|llamada',
}
