// An eighth set in three languages, by people of other trades, scored before the rules had met it.
import { type Expected, f, not, one, since, type Tree } from '../leaves.ts'
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

const list = (name: string): Tree => f('list', 'contains', name)

const english: Expected[] = [
  // A journalist.
  clear('anything from the press office at press@ministry.example, the second it lands', sender('press@ministry.example'), {
    urgent: true,
  }),
  clear('tips from strangers that come with a document or a picture', [about('tip'), stranger, one(file('document'), file('image'))]),
  clear('mails with EMBARGO in the subject line, but hide nothing and send the whole text', subject('embargo'), { show: 'full' }),
  clear('everything Wanda Kerr sends except her out-of-office', [from('wanda kerr'), without({ all: [machine, reply] })]),
  asks('whatever looks like a scoop'),
  // An architect.
  clear('drawings: emails from planhaus.example with a dwg or pdf file', [
    about('drawing'),
    domain('planhaus.example'),
    one(file('dwg'), file('pdf')),
  ]),
  clear('emails from the Brookside project mailing list, bundled every evening at seven', list('brookside project'), {
    digest: { every: 'day', at: '19:00' },
  }),
  clear('if the subject says "RFI" or "site visit" and its not from sales@planhaus.example', [
    one(subject('rfi'), subject('site visit')),
    without(sender('sales@planhaus.example')),
  ]),
  clear(
    'files over 20 MB from Otterman Builders - leave the attachments where they are',
    [f('attachment', 'size_over', 20_000_000), from('otterman builders')],
    {
      attachments: 'no',
    },
  ),
  asks('let the site manager know too'),
  // A farmer.
  clear('frost warnings, any hour of the day or night, right away', about('frost warning'), { urgent: true }),
  clear('prices from the Grainhall market report on tuesdays and fridays only', [about('price'), from('grainhall'), days('tue', 'fri')]),
  clear('emails from the vet, Dr Pell', from('pell')),
  clear('Tractor parts orders from Agrimore, but not their newsletter', [about('tractor parts order'), from('agrimore'), without(news)]),
  asks('when milk drops below 30 cents'),
  // A travel agent.
  clear(
    'booking changes or cancellations from Skyhop or Railjet, quick please',
    [one(about('booking change'), about('cancellation')), one(from('skyhop'), from('railjet'))],
    { urgent: true },
  ),
  clear(
    "customers' passport copies: mails with passport in the text and an image, hide card numbers and codes",
    [f('body', 'contains', 'passport'), file('image')],
    { redact: ['cards', 'codes'] },
  ),
  clear('mails in German or Dutch from new people', [one(f('language', 'is', 'de'), f('language', 'is', 'nl')), stranger]),
  clear('visa news every Monday at 8 in one message', about('visa'), { digest: { every: 'week', on: 'mon', at: '08:00' } }),
  asks('forward flight delays to the guest'),
  // An HR manager.
  clear('applications with a cv attached from anyone outside hollowell.example', [
    about('application'),
    attached,
    without(domain('hollowell.example')),
  ]),
  clear('sick notes before 9am on workdays', [about('sick note'), hours('00:00', '09:00'), working]),
  clear(
    'payroll mails from Finlay & Rowe with the bank account blanked and nothing but the subject',
    [about('payroll'), one(from('finlay'), from('rowe'))],
    { redact: ['ibans'], show: 'headers' },
  ),
  clear('mail to jobs@hollowell.example, no bots, no newsletters', [to('jobs@hollowell.example'), without(machine, news)]),
  asks('complaints that sound serious'),
  // A taxi driver.
  clear(
    'Airport pickups from Ridewell, right when they come in, unless its after 11pm',
    [about('airport pickup'), from('ridewell'), without(hours('23:00', '00:00'))],
    { urgent: true },
  ),
  clear("I drive from 5 till 1pm so don't send Ridewell mails then, hold em", from('ridewell'), { quiet: { from: '05:00', to: '13:00' } }),
  clear('Fines and tolls, just who sent it and the subject', one(about('fine'), about('toll')), { show: 'headers' }),
  asks('jobs that pay more than 40 quid'),
  asks('anything near me'),
  // A volunteer of a food bank.
  clear(
    'donations@foodshare.example and volunteers@foodshare.example, both addresses, as senders',
    one(sender('donations@foodshare.example'), sender('volunteers@foodshare.example')),
  ),
  clear('whoever writes to help@foodshare.example with the word "hungry"', [to('help@foodshare.example'), about('hungry')]),
  clear('surplus food from Grocero — every hour, in a batch, no more', [about('surplus food'), from('grocero')], {
    digest: { every: 'hour' },
  }),
  clear('emails about the van that are not from Terence Ogilvy', [about('van'), without(from('terence ogilvy'))]),
  asks('people who need help'),
  // A PhD student.
  clear('reviews or decisions from editor@journalofmoss.example, and dont hold them back at night', [
    one(about('review'), about('decision')),
    sender('editor@journalofmoss.example'),
  ]),
  clear('conference deadlines until the end of May 2027', [about('conference deadline'), f('date', 'before', '2027-06-01')]),
  clear('replies from my supervisor Prof. Lindqvist only', [reply, from('lindqvist')]),
  clear('mails whose subject starts with [moss-l] but skip anything with "CFP"', [
    f('subject', 'starts', '[moss-l]'),
    without(about('cfp')),
  ]),
  asks('papers I should read'),
  // A mechanic.
  clear('MOT reminders & recall notices', one(about('mot reminder'), about('recall notice'))),
  clear(
    'parts invoices from Gearbox Direct, pdf only, card digits starred out',
    [about('parts invoice'), from('gearbox direct'), file('pdf')],
    {
      redact: ['cards'],
    },
  ),
  clear('if someone emails garage@torque.example with pics, show me the pics too', [to('garage@torque.example'), file('image')], {
    attachments: 'yes',
  }),
  clear('Gearbox Direct or Partsman, except when it says "promo" in the title', [
    one(from('gearbox direct'), from('partsman')),
    without(subject('promo')),
  ]),
  cannot('order the brake pads when Partsman confirms the price'),
  // A choir master.
  asks('choir list posts once a day, but the ones marked urgent straight away'),
  clear('rehearsal cancelled? tell me immediately', about('rehearsal cancelled'), { urgent: true }),
  clear('sheet music: pdfs from Nell or from scores@cantus.example', [
    about('sheet music'),
    file('pdf'),
    one(from('nell'), sender('scores@cantus.example')),
  ]),
  clear('mails from altos@cantus.example, tenors@cantus.example and basses@cantus.example; not sopranos@cantus.example', [
    one(sender('altos@cantus.example'), sender('tenors@cantus.example'), sender('basses@cantus.example')),
    without(sender('sopranos@cantus.example')),
  ]),
  asks('not too much please'),
  // A bookkeeper.
  clear('Bank statements from Fernley Bank: mask the IBAN, mark read, and archive', [about('statement'), from('fernley bank')], {
    redact: ['ibans'],
    mark_read: true,
    move: true,
  }),
  clear('overdue, final demand or reminder in the subject, except from noreply@fernley.example', [
    one(subject('overdue'), subject('final demand'), subject('reminder')),
    without(sender('noreply@fernley.example')),
  ]),
  clear('receipts w/o attachments', [about('receipt'), without(attached)]),
  clear("tax office mails but only if they've got something attached", [about('tax office'), attached]),
  asks('VAT returns over 10k'),
  // A caretaker.
  clear(
    'lift broken, heating out, water leak — any of these words, top urgency',
    one(about('lift broken'), about('heating out'), about('water leak')),
    {
      urgent: true,
    },
  ),
  clear('fire alarm tests are boring, skip them, everything else from Safeguard Systems', [
    from('safeguard systems'),
    without(about('fire alarm test')),
  ]),
  clear('from the 1st of April 2027 on, mails from Keymaster', [since('2027-04-01'), from('keymaster')]),
  clear('weekends and after 6pm on weekdays: mails from Keymaster', [
    one(weekend, { all: [hours('18:00', '00:00'), working] }),
    from('keymaster'),
  ]),
  asks('label tenant mails as Tenants'),
]

const spanish: Expected[] = [
  // Una periodista.
  clear('lo que mande prensa@ministerio.example, nada más llegar', sender('prensa@ministerio.example'), { urgent: true }),
  clear('correos con EMBARGO en el asunto y que vengan enteros', subject('embargo'), { show: 'full' }),
  clear('chivatazos de desconocidos que traigan alguna foto', [about('chivatazo'), stranger, file('image')]),
  asks('lo que parezca una exclusiva'),
  // Un arquitecto.
  clear('planos de planocasa.example en pdf', [about('plano'), domain('planocasa.example'), file('pdf')]),
  clear('de la lista de correo obra-norte, un resumen cada tarde a las siete', list('obra-norte'), {
    digest: { every: 'day', at: '19:00' },
  }),
  clear(
    'adjuntos de más de 20 megas de Construcciones Olmo, pero no me mandes los archivos',
    [f('attachment', 'size_over', 20_000_000), from('construcciones olmo')],
    { attachments: 'no' },
  ),
  asks('que se entere también el jefe de obra'),
  // Una agricultora.
  clear('avisos de helada a cualquier hora y sin demora', about('aviso de helada'), { urgent: true }),
  clear('precios de Lonja Sur solo martes y viernes', [about('precio'), from('lonja sur'), days('tue', 'fri')]),
  clear('correos del veterinario, el doctor Peña', from('peña')),
  asks('cuando la leche baje de 30 céntimos'),
  // Un agente de viajes.
  clear(
    'cambios o anulaciones de reservas de Volarte o de Trenzo, rápido por favor',
    [one(about('cambio'), about('anulación de reservas')), one(from('volarte'), from('trenzo'))],
    { urgent: true },
  ),
  clear('mails en alemán o en neerlandés de gente nueva', [one(f('language', 'is', 'de'), f('language', 'is', 'nl')), stranger]),
  clear('noticias de visados cada lunes a las 8 en un solo mensaje', about('noticia de visados'), {
    digest: { every: 'week', on: 'mon', at: '08:00' },
  }),
  asks('reenvíale los retrasos al huésped'),
  // Una jefa de personal.
  clear('candidaturas con currículum adjunto, salvo las de recruiters@ruido.example', [
    about('candidatura'),
    attached,
    without(sender('recruiters@ruido.example')),
  ]),
  clear('bajas médicas antes de las 9 los días laborables', [about('baja médica'), hours('00:00', '09:00'), working]),
  clear('nóminas de Gestoría Roldán con la cuenta bancaria tapada y solo el asunto', [about('nómina'), from('gestoría roldán')], {
    redact: ['ibans'],
    show: 'headers',
  }),
  clear('correo a empleo@valle.example, ni robots ni boletines', [to('empleo@valle.example'), without(machine, news)]),
  asks('quejas que suenen serias'),
  // Un taxista.
  clear('recogidas en el aeropuerto de Taxiya, en cuanto entren', [about('recogida en el aeropuerto'), from('taxiya')], { urgent: true }),
  clear('conduzco de 5 a 13, así que guarda los correos de Taxiya a esas horas', from('taxiya'), { quiet: { from: '05:00', to: '13:00' } }),
  clear('multas y peajes, solo quién escribe y el asunto', one(about('multa'), about('peaje')), { show: 'headers' }),
  clear('carreras de más de 40 euros', [about('carrera'), amount('over', 40, 'EUR')]),
  // Una doctoranda.
  clear('respuestas de mi directora, la profesora Lindo', [reply, from('lindo')]),
  clear('plazos de congresos hasta finales de mayo de 2027', [about('plazo de congresos'), f('date', 'before', '2027-06-01')]),
  clear('asunto que empiece por [musgo] pero sin los que digan "CFP"', [f('subject', 'starts', '[musgo]'), without(about('cfp'))]),
  asks('artículos que debería leer'),
  // Un mecánico.
  clear('si alguien escribe a taller@bujia.example con fotos, mándame también las fotos', [to('taller@bujia.example'), file('image')], {
    attachments: 'yes',
  }),
  clear('Recambios Luz o Motorfin, excepto cuando ponga "promo" en el asunto', [
    one(from('recambios luz'), from('motorfin')),
    without(subject('promo')),
  ]),
  clear('facturas de Motorfin, solo pdf, tapando los dígitos de la tarjeta', [about('factura'), from('motorfin'), file('pdf')], {
    redact: ['cards'],
  }),
  cannot('pide las pastillas de freno cuando confirmen el precio'),
  // Una contable.
  clear('extractos del Banco Fresneda: tapa el IBAN, márcalos como leídos y archívalos', [about('extracto'), from('banco fresneda')], {
    redact: ['ibans'],
    mark_read: true,
    move: true,
  }),
  asks('etiqueta los correos de inquilinos'),
]

const arabic: Expected[] = [
  // صحفية
  clear('كل ما يرسله press@wizara.example أول ما يوصل', sender('press@wizara.example'), { urgent: true }),
  clear('رسائل موضوعها فيه "حظر نشر" وأرسلها كاملة', subject('حظر نشر'), { show: 'full' }),
  asks('أي شيء يبدو سبقا صحفيا'),
  // مهندس معماري
  clear('مخططات من mikhtat.example بصيغة pdf', [about('مخطط'), domain('mikhtat.example'), file('pdf')]),
  clear('قائمة المشروع البريدية مجمعة كل يوم الساعة السابعة مساء', list('المشروع'), { digest: { every: 'day', at: '19:00' } }),
  clear('مرفقات أكبر من 20 ميغا من شركة البناؤون لكن بدون إرسال الملفات', [f('attachment', 'size_over', 20_000_000), from('البناؤون')], {
    attachments: 'no',
  }),
  // مزارع
  clear('تحذيرات الصقيع في أي وقت وفورا', about('تحذير الصقيع'), { urgent: true }),
  clear('أسعار من Grainhall يوم الثلاثاء والجمعة فقط', [about('أسعار'), from('grainhall'), days('tue', 'fri')]),
  clear('رسائل الطبيب البيطري الدكتور فارس', from('فارس')),
  asks('لما سعر الحليب ينزل تحت 30'),
  // وكيل سفر
  clear(
    'إلغاءات أو تغييرات من Skyhop أو Railjet بسرعة لو سمحت',
    [one(about('إلغاء'), about('تغيير')), one(from('skyhop'), from('railjet'))],
    {
      urgent: true,
    },
  ),
  clear('رسائل بالألمانية أو الهولندية من ناس جدد', [one(f('language', 'is', 'de'), f('language', 'is', 'nl')), stranger]),
  asks('ابعت التأخيرات للضيف'),
  // مديرة موارد بشرية
  clear('طلبات توظيف معها سيرة ذاتية مرفقة ما عدا من noise@hr.example', [
    about('طلب توظيف'),
    attached,
    without(sender('noise@hr.example')),
  ]),
  clear('بريد إلى jobs@wadi.example بدون رسائل آلية وبدون نشرات', [to('jobs@wadi.example'), without(machine, news)]),
  clear('كشوف الرواتب مع إخفاء رقم الحساب والموضوع فقط', about('كشف الرواتب'), { redact: ['ibans'], show: 'headers' }),
  // سائق
  clear('أنا أقود من 5 صباحا إلى 1 ظهرا فاحتفظ برسائل Ridewell في هذا الوقت', from('ridewell'), { quiet: { from: '05:00', to: '13:00' } }),
  clear('مخالفات أو رسوم طريق، بس مين المرسل والموضوع', one(about('مخالفة'), about('رسوم طريق')), { show: 'headers' }),
  asks('مشاوير بأكثر من 200 جنيه'),
  // طالب دكتوراه
  clear('الردود من المشرف الأستاذ لبيب', [reply, from('لبيب')]),
  clear('مواعيد المؤتمرات حتى نهاية مايو 2027', [about('موعد المؤتمرات'), f('date', 'before', '2027-06-01')]),
  // ميكانيكي
  clear('رسائل من قطع النور أو Partsman إلا لو مكتوب في العنوان "عرض"', [
    one(from('قطع النور'), from('partsman')),
    without(subject('عرض')),
  ]),
  // محاسبة
  clear('كشوف حساب من بنك Fernley: غط الآيبان وعلمها كمقروءة وأرشفها', [about('كشف حساب'), from('fernley')], {
    redact: ['ibans'],
    mark_read: true,
    move: true,
  }),
  clear('إيصالات بدون مرفقات', [about('إيصال'), not(attached)]),
  asks('صنف رسائل السكان تحت تسمية السكان'),
]

export const typedTrades: Expected[] = [...english, ...spanish, ...arabic]
