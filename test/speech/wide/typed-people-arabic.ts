// A seventh set, Arabic: people of different trades, in long and colloquial sentences, scored before the rules had met it.
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
  without,
} from './notation.ts'

const shopkeeper: Expected[] = [
  clear('طلبات من Souqly كل ساعة في رسالة واحدة', [about('طلب'), from('souqly')], { digest: { every: 'hour' } }),
  clear('شكاوى أو مرتجعات ما عدا ما يأتي من ads@souqly.example', [
    one(about('شكوى'), about('مرتجع')),
    without(sender('ads@souqly.example')),
  ]),
  clear('فواتير من المورد حمدان مع إخفاء رقم الآيبان', [about('فاتورة'), from('حمدان')], { redact: ['ibans'] }),
  clear('الرسائل المرسلة إلى info@attar.example أو orders@attar.example', one(to('info@attar.example'), to('orders@attar.example'))),
  clear('رسائل البنك Fayrouz فورا واخف أرقام البطاقات', from('fayrouz'), { urgent: true, redact: ['cards'] }),
  clear('عروض الأسعار مع ملف إكسل', [about('عرض الأسعار'), file('spreadsheet')]),
  clear('أي شيء بأكثر من 5000 جنيه', amount('over', 5000, null)),
  asks('ابعت لأخويا كمان رسائل المخزن'),
  asks('لما المبيعات تقل'),
]

const nurse: Expected[] = [
  clear('جدول المناوبات من مستشفى النور حالا', [about('جدول المناوبات'), from('النور')], { urgent: true }),
  clear('رسائل من ward3@alnoor.example بدون الردود', [sender('ward3@alnoor.example'), without(reply)]),
  clear('كل رسائل alnoor.example باستثناء noreply@alnoor.example', [domain('alnoor.example'), without(sender('noreply@alnoor.example'))]),
  clear('لا ترسل رسائل Alnoor بين 8 صباحا و 3 عصرا، احتفظ بها لبعد ذلك', from('alnoor'), { quiet: { from: '08:00', to: '15:00' } }),
  clear('رسائل سعاد أو مريم يوم الجمعة والسبت', [one(from('سعاد'), from('مريم')), days('fri', 'sat')]),
  asks('رسائل المرضى'),
  asks('أرسلها لمن هو في المناوبة'),
]

const lawyer: Expected[] = [
  clear('رسائل المحكمة court.example التي معها مرفقات، بدون إرسال المرفقات', [domain('court.example'), attached], { attachments: 'no' }),
  clear('الموضوع يبدأ بـ "قضية 512"', f('subject', 'starts', 'قضية 512')),
  clear('رسائل تذكر جلسة وموعد', [about('جلسة'), about('موعد')]),
  clear('رسائل rakan@muhami.example، المرسل والموضوع فقط', sender('rakan@muhami.example'), { show: 'headers' }),
  clear('من الأحد إلى الخميس من 9 إلى 17 كل ما يأتي من muhami.example', [
    days('sun', 'mon', 'tue', 'wed', 'thu'),
    hours('09:00', '17:00'),
    domain('muhami.example'),
  ]),
  clear('رسائل راكان حتى 31 يناير 2027', [from('راكان'), f('date', 'before', '2027-02-01')]),
  asks('الموكلون الذين لم يدفعوا'),
]

const parent: Expected[] = [
  clear('كل شيء من المدرسة school@amal.example أو من المعلمة هدى', one(sender('school@amal.example'), from('هدى'))),
  clear('إغلاق المدرسة، أيقظني إذا لزم الأمر', about('إغلاق المدرسة'), { urgent: true }),
  clear('صور من الحضانة', [file('image'), from('الحضانة')]),
  clear('رسائل السباحة يومي الثلاثاء والخميس', [about('السباحة'), days('tue', 'thu')]),
  clear('دعوات التقويم وضع عليها علامة مقروء', f('calendar', 'is', true), { mark_read: true }),
  asks('كل ما يخص أولادي'),
  asks('رسائل أولياء الأمور'),
]

const sysadmin: Expected[] = [
  clear('تنبيهات من nagios@ops.example موضوعها يبدأ ب CRITICAL', [
    about('تنبيه'),
    sender('nagios@ops.example'),
    f('subject', 'starts', 'CRITICAL'),
  ]),
  clear('كل ما يأتي من *.ops.example بحد أقصى 20 في الساعة', f('sender_domain', 'ends', 'ops.example'), { max_per_hour: 20 }),
  clear('الرسائل الآلية إلا من GitHub', [machine, without(from('github'))]),
  clear('رسائل فشل فيها فحص SPF', { field: 'auth', check: 'spf', op: 'is', value: 'fail' }),
  clear('رسائل أكبر من 5 ميغابايت من backup@ops.example', [f('size', 'over', 5_000_000), sender('backup@ops.example')]),
  asks('أرسل إلى سامي أولا وإذا لم يقرأها خلال 10 دقائق فإلى ليلى'),
]

const student: Expected[] = [
  clear('نتائج الامتحان فور وصولها', about('نتيجة الامتحان'), { urgent: true }),
  clear('رسائل الدكتور فهمي مع ملف pdf', [from('فهمي'), file('pdf')]),
  clear('رسائل عن منحة أو بعثة لكن ليس من spam@grants.example', [
    one(about('منحة'), about('بعثة')),
    without(sender('spam@grants.example')),
  ]),
  clear('الموضوع فيه "آخر موعد" أو "تسجيل"', one(subject('آخر موعد'), subject('تسجيل'))),
  clear('النشرات مرة في اليوم الساعة 8 مساء', news, { digest: { every: 'day', at: '20:00' } }),
  asks('المهم فقط من الجامعة'),
  asks('رسائل زملائي في الدفعة'),
]

const retiree: Expected[] = [
  clear('السلام عليكم، أريد أن تصلني رسائل ابنتي كلارا حداد على الهاتف وشكرا', from('كلارا حداد')),
  clear('دواء أو طبيب أو موعد', one(about('دواء'), about('طبيب'), about('موعد'))),
  clear('منذ 1 ديسمبر 2026 كل ما في موضوعه "حديقة"', [since('2026-12-01'), subject('حديقة')]),
  clear('رسائل من أشخاص لم يكتبوا لي من قبل وفيها صورة', [stranger, file('image')]),
  asks('الرسائل القديمة'),
  cannot('اقرأ لي الرسائل بصوت عال'),
  cannot('ترجم رسائل المورد الإيطالي Vongola'),
]

export const typedPeopleArabic: Expected[] = [...shopkeeper, ...nurse, ...lawyer, ...parent, ...sysadmin, ...student, ...retiree]
