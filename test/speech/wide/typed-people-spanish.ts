// A seventh set, Spanish: people of different trades, in long and colloquial sentences, scored before the rules had met it.
import { type Expected, f, one, since } from '../leaves.ts'
import {
  about,
  amount,
  asks,
  attached,
  cannot,
  clear,
  days,
  domain,
  file,
  from,
  hours,
  machine,
  news,
  reply,
  sender,
  stranger,
  subject,
  to,
  weekend,
  without,
  working,
} from './notation.ts'

const student: Expected[] = [
  clear('los correos de la facultad (facultad.example) menos los boletines', [domain('facultad.example'), without(news)]),
  clear('en cuanto salgan las notas del examen avísame al instante', about('nota del examen'), { urgent: true }),
  clear('mensajes del profesor Arrieta con un pdf adjunto', [from('arrieta'), file('pdf')]),
  clear('lo que llegue de la casera, Doña Remedios, sea la hora que sea', from('remedios')),
  clear(
    'ofertas de pisos de Alquilia, agrupadas en un resumen cada día a las 8 de la tarde',
    [about('oferta de pisos'), from('alquilia')],
    {
      digest: { every: 'day', at: '20:00' },
    },
  ),
  clear('correos sobre becas o sobre Erasmus salvo los de spam@becas.example', [
    one(about('beca'), about('erasmus')),
    without(sender('spam@becas.example')),
  ]),
  asks('solo lo importante de la uni'),
  asks('los correos de mis compañeros de clase'),
  clear('correos en los que el asunto ponga "convocatoria" o "plazo"', one(subject('convocatoria'), subject('plazo'))),
  clear('cosas de la biblioteca, pero no si es una respuesta', [about('biblioteca'), without(reply)]),
]

const nurse: Expected[] = [
  clear('trabajo de noche, así que no me mandes nada de Hospisal entre las 8 y las 15, guárdalo para luego', from('hospisal'), {
    quiet: { from: '08:00', to: '15:00' },
  }),
  clear('turnos nuevos de planta3@hospisal.example, ya mismo', [about('turno nuevo'), sender('planta3@hospisal.example')], {
    urgent: true,
  }),
  clear('nóminas con el IBAN tapado', about('nómina'), { redact: ['ibans'] }),
  clear('mensajes de la supervisora Galdós o de Nuria los fines de semana', [one(from('galdós'), from('nuria')), weekend]),
  clear('todo lo de hospisal.example excepto no-responder@hospisal.example', [
    domain('hospisal.example'),
    without(sender('no-responder@hospisal.example')),
  ]),
  asks('avisos de pacientes graves'),
  asks('a quien esté de guardia mándale lo de urgencias'),
  clear('correos de Galdós, solo quién lo manda y el asunto', from('galdós'), { show: 'headers' }),
]

const plumber: Expected[] = [
  clear('fugas o inundaciones en el asunto, urgentísimo', one(subject('fuga'), subject('inundación')), { urgent: true }),
  clear('presupuestos que pida gente que nunca me ha escrito', [about('presupuesto'), stranger]),
  clear('correos a avisos@cobretubo.example que no sean automáticos', [to('avisos@cobretubo.example'), without(machine)]),
  clear('facturas de Tubería Norte de más de 1 MB', [about('factura'), from('tubería norte'), f('size', 'over', 1_000_000)]),
  clear('lo que mande Rafa, máximo 4 por hora', from('rafa'), { max_per_hour: 4 }),
  clear('trabajos de más de 300 €', [about('trabajo'), amount('over', 300, 'EUR')]),
  asks('pásale también a mi hermano los avisos de averías'),
  asks('correos con fotos de clientes nuevos no, solo con fotos de Rafa'),
]

const lawyer: Expected[] = [
  clear('notificaciones del juzgado con adjuntos, sin mandar los adjuntos', [about('notificación'), from('juzgado'), attached], {
    attachments: 'no',
  }),
  clear('asunto que empiece por "Exp. 2210"', f('subject', 'starts', 'exp. 2210')),
  clear('los correos en que se mencione vista y plazo', [about('vista'), about('plazo')]),
  clear('de lunes a jueves de 9 a 14 lo que venga de letrados.example', [
    days('mon', 'tue', 'wed', 'thu'),
    hours('09:00', '14:00'),
    domain('letrados.example'),
  ]),
  clear('hasta el 15 de enero de 2027, todo lo de Iker Salvatierra', [f('date', 'before', '2027-01-16'), from('iker salvatierra')]),
  clear('mensajes con más de 2 archivos adjuntos de letrados.example', [f('attachment', 'count_over', 2), domain('letrados.example')]),
  asks('lo confidencial'),
  asks('clientes que me deben dinero'),
]

const shopkeeper: Expected[] = [
  clear('pedidos de Tiendón cada hora en un solo mensaje', [about('pedido'), from('tiendón')], { digest: { every: 'hour' } }),
  clear('devoluciones y quejas, menos las que vengan de marketing@tiendon.example', [
    one(about('devolución'), about('queja')),
    without(sender('marketing@tiendon.example')),
  ]),
  clear('cobros de Pagorápido con los números de tarjeta ocultos y al momento', [about('cobro'), from('pagorápido')], {
    urgent: true,
    redact: ['cards'],
  }),
  clear('correos a info@mercería.example o a pedidos@mercería.example', one(to('info@mercería.example'), to('pedidos@mercería.example'))),
  clear('mueve los boletines a la carpeta Luego', news, { move: true }),
  clear('avisos de falta de existencias, los domingos no', [about('aviso de falta de existencias'), without(days('sun'))]),
  asks('esconde los importes de las facturas de Mayorista Gil'),
  asks('cuando bajen las ventas'),
]

const parent: Expected[] = [
  clear(
    'todo lo del cole, o sea secretaria@colegiosol.example y la profe Amparo',
    one(sender('secretaria@colegiosol.example'), from('amparo')),
  ),
  clear('si mandan fotos de la guardería quiero verlas', [file('image'), from('guardería')]),
  clear('autorizaciones con adjunto y las marcas como leídas', [about('autorización'), attached], { mark_read: true }),
  clear('correos de la abuela Pilar pero no las cadenas', [from('pilar'), without(about('cadena'))]),
  clear('invitaciones de calendario que no sean respuestas', [f('calendar', 'is', true), without(reply)]),
  clear('kiero los mails de natacion los martes i jueves', [about('natación'), days('tue', 'thu')]),
  asks('correos de los otros padres'),
  asks('cosas de mis hijos'),
  asks('silencia el grupo del cole'),
]

const sysadmin: Expected[] = [
  clear('alertas de zabbix@sistemas.example cuyo asunto empiece por CRITICAL pero no si pone "test"', [
    about('alerta'),
    sender('zabbix@sistemas.example'),
    f('subject', 'starts', 'CRITICAL'),
    without(subject('test')),
  ]),
  clear('cualquier correo de *.sistemas.example, como mucho 15 por hora', f('sender_domain', 'ends', 'sistemas.example'), {
    max_per_hour: 15,
  }),
  clear('correos que fallen DKIM', { field: 'auth', check: 'dkim', op: 'is', value: 'fail' }),
  clear('mensajes automáticos excepto los de GitHub', [machine, without(from('github'))]),
  clear('asunto que coincida con copia*fallida', f('subject', 'wildcard', 'copia*fallida')),
  asks('primero a Bea y si no lo lee en diez minutos a Javi'),
  clear('lista de correo debian-es solo días laborables', [f('list', 'contains', 'debian-es'), working]),
]

const freelancer: Expected[] = [
  clear('briefs, contratos y propuestas, pero nada de reclutadores', [
    one(about('brief'), about('contrato'), about('propuesta')),
    without(about('reclutador')),
  ]),
  clear('si Marta Lindo me contesta, dímelo enseguida', [from('marta lindo'), reply], { urgent: true }),
  clear('contratos en pdf o en word de estudio.example', [about('contrato'), one(file('pdf'), file('word')), domain('estudio.example')]),
  clear('boletines salvo Marcasemanal, resumidos en uno diario a las siete y media', [news, without(from('marcasemanal'))], {
    digest: { every: 'day', at: '07:30' },
  }),
  asks('recuérdame dentro de dos días si no han respondido'),
  clear('facturas sin pagar', about('factura sin pagar')),
  cannot('contéstale a Marta que estoy de vacaciones'),
]

const retiree: Expected[] = [
  clear('Buenos días, quisiera recibir los correos de mi hija Clara Benítez, muchas gracias', from('clara benítez')),
  clear('receta, médico o cita', one(about('receta'), about('médico'), about('cita'))),
  clear('los mensajes del Banco Miraluz con el número de mi tarjeta escondido', from('banco miraluz'), { redact: ['cards'] }),
  clear('Clara, Tomás o el tío Benito, menos lo que venga por una lista de correo', [
    one(from('clara'), from('tomás'), from('benito')),
    without(f('list', 'exists', true)),
  ]),
  clear('desde el 3 de diciembre de 2026 lo que tenga "huerto" en el asunto', [since('2026-12-03'), subject('huerto')]),
]

export const typedPeopleSpanish: Expected[] = [
  ...student,
  ...nurse,
  ...plumber,
  ...lawyer,
  ...shopkeeper,
  ...parent,
  ...sysadmin,
  ...freelancer,
  ...retiree,
]
