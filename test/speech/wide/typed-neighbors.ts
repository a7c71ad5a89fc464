// A ninth set in three languages, written after the rules had met the eighth, scored before they had met it.
import { type Expected, f, one, since } from '../leaves.ts'
import {
  about,
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

const english: Expected[] = [
  clear('my pharmacy Wellbrook sends refill notices, I need those right away', [from('wellbrook'), about('refill notice')], {
    urgent: true,
  }),
  clear('messages from the neighborhood watch group about break-ins, never at night', [
    from('neighborhood watch'),
    about('break-in'),
    without(hours('22:00', '07:00')),
  ]),
  clear('notify me of parcels from Packman or Swiftbox but not when it is just a survey', [
    about('parcel'),
    one(from('packman'), from('swiftbox')),
    without(about('survey')),
  ]),
  clear('Concert tickets! Anything from Ticketino, with the PDF tickets attached please', from('ticketino'), { attachments: 'yes' }),
  clear('mails that say "we miss you" can stay out, all else from Gymbase is fine', [from('gymbase'), without(about('we miss you'))]),
  clear('emails from lena@hofmann.example, cc to otto@hofmann.example', [
    sender('lena@hofmann.example'),
    f('cc', 'is', 'otto@hofmann.example'),
  ]),
  clear('stuff from Dana Whitlock, Mon, Wed and Fri only', [from('dana whitlock'), days('mon', 'wed', 'fri')]),
  clear('once every week on Sunday at noon, a bundle with all the newsletters', news, {
    digest: { every: 'week', on: 'sun', at: '12:00' },
  }),
  clear('only if it has an invoice or a receipt attached as pdf and comes from Vendora', [
    one(about('invoice'), about('receipt')),
    file('pdf'),
    from('vendora'),
  ]),
  clear('everything to sales@brightoak.example apart from robots and people I have never heard of', [
    to('sales@brightoak.example'),
    without(machine, stranger),
  ]),
  clear('tell me asap when Lorna Pike writes, but skip her forwards of jokes', [from('lorna pike'), without(about('joke'))], {
    urgent: true,
  }),
  clear(
    'warranty claims from Homestead Appliances, hide any card or account numbers',
    [about('warranty claim'), from('homestead appliances')],
    { redact: ['cards', 'ibans'] },
  ),
  clear('Subject line includes #urgent or !!!', one(subject('#urgent'), subject('!!!'))),
  clear('replies to my emails from brightoak.example between 7:30 and 16:00', [
    reply,
    domain('brightoak.example'),
    hours('07:30', '16:00'),
  ]),
  clear('I only want PDFs and spreadsheets from Audrey Finch', [one(file('pdf'), file('spreadsheet')), from('audrey finch')]),
  clear('no newsletters. no robots. from brightoak.example.', [without(news, machine), domain('brightoak.example')]),
  clear('send emails from the gas company Flamewell, unless the subject says meter reading', [
    from('flamewell'),
    without(subject('meter reading')),
  ]),
  clear('exam dates, grade reports and parent evenings', one(about('exam date'), about('grade report'), about('parent evening'))),
  clear('emails about the wedding from Saturday 3 April 2027', [about('wedding'), since('2027-04-03')]),
  clear(
    'attachments bigger than 3MB from Priya Nand, keep them in the mailbox and send just the text',
    [f('attachment', 'size_over', 3_000_000), from('priya nand')],
    { attachments: 'no' },
  ),
  asks('emails from the bank if I owe something'),
  asks('my daughter when she needs a lift'),
  asks('not the spammy ones'),
  asks('send half of them to my partner'),
  asks('alert me if an invoice is more than 2 weeks late'),
  asks('blur anything personal in mails from Dana Whitlock'),
  asks('newsletters, but zap the fluff'),
  asks('turn mails from Vendora into tasks'),
  asks('emails from Dana Whitlock still unread after 30 minutes'),
  cannot('summarize what people said about the move'),
]

const spanish: Expected[] = [
  clear('mi farmacia, Bienestar Ruiz, manda avisos de recetas y los necesito ya', [from('bienestar ruiz'), about('aviso de recetas')], {
    urgent: true,
  }),
  clear('paquetes de Mensapac o de Veloz, menos si es una encuesta', [
    about('paquete'),
    one(from('mensapac'), from('veloz')),
    without(about('encuesta')),
  ]),
  clear('correos de lena@hofmann.example con copia a otto@hofmann.example', [
    sender('lena@hofmann.example'),
    f('cc', 'is', 'otto@hofmann.example'),
  ]),
  clear('lo de Dana Robles, solo lunes, miércoles y viernes', [from('dana robles'), days('mon', 'wed', 'fri')]),
  clear('todo lo que llegue a ventas@roble.example que no sea de robots', [to('ventas@roble.example'), without(machine)]),
  clear('dime cuanto antes si escribe Lorna Pico, pero nada de chistes', [from('lorna pico'), without(about('chiste'))], { urgent: true }),
  clear('reclamaciones de garantía de Electrohogar tapando tarjetas y cuentas', [about('reclamación de garantía'), from('electrohogar')], {
    redact: ['cards', 'ibans'],
  }),
  clear('solo quiero los PDF y las hojas de cálculo de Andrea Fuertes', [one(file('pdf'), file('spreadsheet')), from('andrea fuertes')]),
  clear('fechas de exámenes y boletines de notas', one(about('fecha de exámenes'), about('boletín de notas'))),
  clear('respuestas a mis correos de roble.example entre las 7:30 y las 16:00', [reply, domain('roble.example'), hours('07:30', '16:00')]),
  clear('ni boletines ni robots, solo roble.example', [without(news, machine), domain('roble.example')]),
  clear('los correos de la compañía del gas Llamasol salvo que el asunto diga lectura', [from('llamasol'), without(subject('lectura'))]),
  clear('sábados y domingos, correos con fotos de Pili Mora', [weekend, file('image'), from('pili mora')]),
  asks('correos del banco si debo algo'),
  asks('mi hija cuando necesite que la recoja'),
  asks('difumina lo personal en los correos de Dana Robles'),
  asks('boletines, pero sin paja'),
  asks('convierte los correos de Vendora en tareas'),
]

const arabic: Expected[] = [
  clear('صيدلية الشفاء ترسل تنبيهات الوصفات وأحتاجها فورا', [from('الشفاء'), about('تنبيه الوصفات')], { urgent: true }),
  clear('طرود من Packman أو Swiftbox ما عدا الاستبيانات', [
    about('طرد'),
    one(from('packman'), from('swiftbox')),
    without(about('استبيان')),
  ]),
  clear('كل ما يصل إلى sales@balut.example وليس من روبوتات', [to('sales@balut.example'), without(machine)]),
  clear('رسائل دانا الخطيب أيام الاثنين والأربعاء فقط', [from('دانا الخطيب'), days('mon', 'wed')]),
  clear('أخبرني فورا إذا كتبت لي لورنا، لكن بدون النكات', [from('لورنا'), without(about('نكتة'))], { urgent: true }),
  clear('مطالبات ضمان من Homestead مع إخفاء أرقام البطاقات والحسابات', [about('مطالبة ضمان'), from('homestead')], {
    redact: ['cards', 'ibans'],
  }),
  clear('بدون نشرات وبدون رسائل آلية، فقط من balut.example', [without(news, machine), domain('balut.example')]),
  clear('رسائل معها مرفقات من أندرو بين 7:30 و 16:00 في أيام العمل', [attached, from('أندرو'), hours('07:30', '16:00'), working]),
  asks('رسائل البنك إذا كان علي دين'),
  asks('بنتي لما تحتاج توصيلة'),
  asks('حول رسائل Vendora إلى مهام'),
  asks('رسائل دانا التي لم تقرأ بعد 30 دقيقة'),
]

export const typedNeighbors: Expected[] = [...english, ...spanish, ...arabic]
