// A seventh set, English: twelve people of different trades, in long and colloquial sentences, scored before the rules had met it.
import { type Expected, f, one, since, type Tree } from '../leaves.ts'
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

/** Other trees that are as good. */
const either = (text: string, tree: Tree | Tree[], actions: Expected['actions'], ...also: Tree[]): Expected => ({
  ...clear(text, tree, actions),
  also,
})

const nurse: Expected[] = [
  clear(
    "as soon as Staffwell posts a shift, ping me, and don't show me anything but the sender and the subject",
    [from('staffwell'), about('shift')],
    {
      show: 'headers',
    },
  ),
  clear('emails from ward7@stbrannoc.example, except replies', [sender('ward7@stbrannoc.example'), without(reply)]),
  clear('anything about the night roster unless its a newsletter', [about('night roster'), without(news)]),
  clear('I work nights so hold everything from Hartwell between 8am and 4pm please', from('hartwell'), {
    quiet: { from: '08:00', to: '16:00' },
  }),
  clear('mails from matron Oduya or from sister Flint on weekends', [one(from('oduya'), from('flint')), weekend]),
  clear('payslips w/ a pdf attached, hide the account number', [about('payslip'), file('pdf')], { redact: ['ibans'] }),
  asks('if someone calls in sick tell me and whoever is on call'),
  asks('messages from patients'),
  clear('stbrannoc.example but not noreply@stbrannoc.example', [domain('stbrannoc.example'), without(sender('noreply@stbrannoc.example'))]),
  asks('dont send me the boring admin stuff'),
]

const plumber: Expected[] = [
  clear(
    'leak, burst or flooding in the subject, straight through to me whatever the time',
    one(subject('leak'), subject('burst'), subject('flooding')),
    {
      urgent: true,
    },
  ),
  clear('people who have never written to me with a photo attached', [stranger, file('image')]),
  clear('quote requests from the Tradefinder site, but not between 10pm and 6am', [
    about('quote request'),
    from('tradefinder'),
    without(hours('22:00', '06:00')),
  ]),
  clear('anything over £500', amount('over', 500, 'GBP')),
  clear('Send me emails from Pipeworld about orders or deliveries but not their special offers', [
    from('pipeworld'),
    one(about('order'), about('delivery')),
    without(about('special offer')),
  ]),
  clear('every email that mentions boiler and comes from someone new', [about('boiler'), stranger]),
  clear('mail from Ravi; max 3 an hour', from('ravi'), { max_per_hour: 3 }),
  clear("emails to jobs@copperline.example unless they're automatic", [to('jobs@copperline.example'), without(machine)]),
  asks('forward the gas certificates to my wife and to Ravi as well'),
  asks('text back that I am on a job when someone asks for a quote'),
]

const lawyer: Expected[] = [
  either(
    'Everything from the court (courts.example) or from Pell & Marsh with a PDF, without attachments on the phone',
    [one(domain('courts.example'), from('pell & marsh')), file('pdf')],
    { attachments: 'no' },
    { all: [one(domain('courts.example'), from('pell'), from('marsh')), file('pdf')] },
  ),
  either(
    'subject contains "Case 4471" or "Case 4472", except out-of-office replies',
    [one(subject('case 4471'), subject('case 4472')), without(about('out of office'))],
    {},
    { all: [one(subject('case 4471'), subject('case 4472')), without({ all: [machine, reply] })] },
  ),
  clear('emails from opposing counsel jane.roe@roelegal.example, only sender and subject', sender('jane.roe@roelegal.example'), {
    show: 'headers',
  }),
  clear('any mail that mentions hearing and deadline', [about('hearing'), about('deadline')]),
  clear('mails that have more than 3 attachments from roelegal.example', [f('attachment', 'count_over', 3), domain('roelegal.example')]),
  clear('emails signed by nobody I know, i.e. first-time senders, only on working days between 8:30 and 18:00', [
    stranger,
    working,
    hours('08:30', '18:00'),
  ]),
  clear('from Ines Torvald until 30 June 2027', [from('ines torvald'), f('date', 'before', '2027-07-01')]),
  clear('anything with "settlement" in it that is not from settlements@spamalot.example', [
    about('settlement'),
    without(sender('settlements@spamalot.example')),
  ]),
  asks('anything privileged'),
  asks('mail from clients who owe me money'),
]

const student: Expected[] = [
  clear('anything from my uni (norwick.example) except the library newsletter', [
    domain('norwick.example'),
    without({ all: [about('library'), news] }),
  ]),
  clear('exam results!!! immediately', about('exam result'), { urgent: true }),
  clear('emails with prof halloran in copy', f('cc', 'contains', 'halloran')),
  clear('student discounts once a week on friday evening at 6', about('student discount'), {
    digest: { every: 'week', on: 'fri', at: '18:00' },
  }),
  clear('my landlady Mrs Quist, always', from('quist')),
  clear('emails saying "your application" in the title, but not from jobspam.example', [
    subject('your application'),
    without(domain('jobspam.example')),
  ]),
  clear('course emails from moodle, gimme just a short summary', [about('course'), from('moodle')], { show: 'summary' }),
  asks('emails from people in my seminar group'),
  clear('sumthing about erasmus or scholarship', one(about('erasmus'), about('scholarship'))),
  asks('only the important ones'),
]

const shopkeeper: Expected[] = [
  clear('orders from Shopcart every hour in one message', [about('order'), from('shopcart')], { digest: { every: 'hour' } }),
  clear('refund requests and complaints, but leave out anything from marketing@shopcart.example', [
    one(about('refund request'), about('complaint')),
    without(sender('marketing@shopcart.example')),
  ]),
  clear('low stock alerts at once, except on Sundays', [about('low stock alert'), without(days('sun'))], { urgent: true }),
  clear(
    'emails from suppliers Dunmore and Kellaway about invoices, with bank details hidden',
    [one(from('dunmore'), from('kellaway')), about('invoice')],
    { redact: ['ibans'] },
  ),
  clear('bills bigger than 2 MB', [about('bill'), f('size', 'over', 2_000_000)]),
  asks('mark my competitors newsletters as unimportant'),
  clear('put newsletters in the folder Later and do not forward them', news, { move: true }),
  clear('mails sent to info@teashop.example or orders@teashop.example', one(to('info@teashop.example'), to('orders@teashop.example'))),
  clear('Chargebacks from Kestrelpay: now, and black out the card numbers', [about('chargeback'), from('kestrelpay')], {
    urgent: true,
    redact: ['cards'],
  }),
  asks('when sales are down'),
]

const sysadmin: Expected[] = [
  clear('alerts from nagios@ops.example where the subject starts with PROBLEM, but not RECOVERY', [
    about('alert'),
    sender('nagios@ops.example'),
    f('subject', 'starts', 'PROBLEM'),
    without(subject('recovery')),
  ]),
  clear(
    'subject matches disk*full or disk*critical',
    one(f('subject', 'wildcard', 'disk*full'), f('subject', 'wildcard', 'disk*critical')),
  ),
  clear('header X-Priority is 1', { ...f('header', 'starts', '1'), name: 'x-priority' }),
  clear('mails with header Auto-Submitted', { ...f('header', 'exists', true), name: 'auto-submitted' }),
  clear('cron mail from root unless it says "completed successfully"', [
    about('cron'),
    from('root'),
    without(about('completed successfully')),
  ]),
  clear('dmarc failures', { field: 'auth', check: 'dmarc', op: 'is', value: 'fail' }),
  clear('everything from *.ops.example, no more than 20 per hour', f('sender_domain', 'ends', 'ops.example'), { max_per_hour: 20 }),
  clear('anything on the list kernel-stable, mondays to thursdays only', [
    f('list', 'contains', 'kernel-stable'),
    days('mon', 'tue', 'wed', 'thu'),
  ]),
  clear('robots only, excluding github', [machine, without(from('github'))]),
  asks('try bob first and if he does not read it in 10 minutes try alice'),
]

const parent: Expected[] = [
  clear(
    'anything from school, i.e. office@birchwood.example or the teacher Miss Adebayo',
    one(sender('office@birchwood.example'), from('adebayo')),
  ),
  clear('school closures or snow days, wake me up if you have to', one(about('school closure'), about('snow day')), { urgent: true }),
  clear('pics from the nursery', [file('image'), from('nursery')]),
  clear('football club emails but only if theyre about Saturday', [about('football club'), about('saturday')]),
  clear('emails from grandma edna but not the chain letters', [from('edna'), without(about('chain letter'))]),
  clear('permission slips with attachments, and mark them as read', [about('permission slip'), attached], { mark_read: true }),
  clear('I want all emails about swim lessons from Tuesday to Thursday', [about('swim lesson'), days('tue', 'wed', 'thu')]),
  asks('things about my kids'),
  asks('mail from the other parents'),
  clear('invitations to birthday parties, calendar invites and nothing else', one(about('birthday party'), f('calendar', 'is', true))),
]

const freelancer: Expected[] = [
  clear(
    'mails from hello@studio.example, from Marta Lind and from anybody at nordpix.example',
    one(sender('hello@studio.example'), from('marta lind'), domain('nordpix.example')),
  ),
  clear('payment received or paid in the subject, hide the card digits', one(subject('payment received'), subject('paid')), {
    redact: ['cards'],
  }),
  asks('hide the amounts in invoices from Nordpix'),
  clear('If Marta replies, let me know straight off', [from('marta'), reply], { urgent: true }),
  clear('contracts (pdf or word) from nordpix.example', [about('contract'), one(file('pdf'), file('word')), domain('nordpix.example')]),
  clear('digest every day at half past seven in the morning of all newsletters except Brandweekly', [news, without(from('brandweekly'))], {
    digest: { every: 'day', at: '07:30' },
  }),
  clear('briefs, proposals, pitches - but no recruiters please', [
    one(about('brief'), about('proposal'), about('pitch')),
    without(about('recruiter')),
  ]),
  clear('Emails bigger than ten megabytes, leave off the attachments', f('size', 'over', 10_000_000), { attachments: 'no' }),
  asks('remind me in two days if a client has not answered'),
  asks('unpaid invoices older than 30 days'),
]

const landlord: Expected[] = [
  clear(
    'tenants at tenants@rowhouse.example writing about heating or hot water, urgent',
    [sender('tenants@rowhouse.example'), one(about('heating'), about('hot water'))],
    { urgent: true },
  ),
  clear('rent payments from Barlow Bank with the IBAN masked', [about('rent payment'), from('barlow bank')], { redact: ['ibans'] }),
  clear('new enquiries from Homefinder. Not the weekly market report.', [
    about('enquiry'),
    from('homefinder'),
    without(about('weekly market report')),
  ]),
  clear(
    'send everything from flat4@rowhouse.example & flat5@rowhouse.example',
    one(sender('flat4@rowhouse.example'), sender('flat5@rowhouse.example')),
  ),
  clear('emails without the word "unsubscribe"', without(about('unsubscribe'))),
  clear('anything from the council that is not a newsletter nor a survey', [from('council'), without(news, about('survey'))]),
  clear('since 1 March 2027 anything with deposit in the subject', [since('2027-03-01'), subject('deposit')]),
  clear('late rent', about('late rent')),
  asks('emails from tenants if they sound angry'),
  asks('Send the plumber everything about leaks'),
]

const teacher: Expected[] = [
  clear('excuse notes that arrive before 8 in the morning', [about('excuse note'), hours('00:00', '08:00')]),
  clear('emails from headteacher@hillcrest.example marked urgent in the subject, otherwise nothing', [
    sender('headteacher@hillcrest.example'),
    subject('urgent'),
  ]),
  clear('homework emails only on school days, that is Monday-Friday, 4pm-6pm', [about('homework'), working, hours('16:00', '18:00')]),
  clear('meeting cancellations', f('calendar', 'is', 'cancel')),
  clear('word documents from anyone at hillcrest.example', [file('word'), domain('hillcrest.example')]),
  clear('emails in French or Spanish', one(f('language', 'is', 'fr'), f('language', 'is', 'es'))),
  clear('messages from Mr. Osei or Ms. Tanaka about the trip', [one(from('osei'), from('tanaka')), about('trip')]),
  asks('mute the staff list'),
  asks('parents who are rude'),
  asks('emails I have not answered yet'),
]

const retiree: Expected[] = [
  clear('Please kindly forward to me all the e-mails which I receive from my daughter Clara Benning. Thank you.', from('clara benning')),
  either(
    'Dear Mailferry, I would like to get messages from the bank Fairholt with my card number hidden',
    from('fairholt'),
    { redact: ['cards'] },
    from('bank fairholt'),
  ),
  clear('prescriptions, doctor, appointment', one(about('prescription'), about('doctor'), about('appointment'))),
  clear('photographs of the grandchildren from Clara or Tom', [file('image'), one(from('clara'), from('tom'))]),
  clear('anything from the allotment society but at nine oclock each morning, all together', from('allotment society'), {
    digest: { every: 'day', at: '09:00' },
  }),
  clear('only emails that are from Clara and do not have an attachment', [from('clara'), without(attached)]),
  clear('Clara, Tom, or Uncle Bert, but not if it was sent to a mailing list', [
    one(from('clara'), from('tom'), from('bert')),
    without(f('list', 'exists', true)),
  ]),
  asks('no scams'),
  asks('read the emails to me'),
  asks('my usual correspondence'),
]

const restaurant: Expected[] = [
  asks('bookings from Tablely for tonight or tomorow'),
  clear(
    'reservations and cancelations from tablely.example, in full',
    [one(about('reservation'), about('cancelation')), domain('tablely.example')],
    {
      show: 'full',
    },
  ),
  clear('Reviews: once a day at 11pm', about('review'), { digest: { every: 'day', at: '23:00' } }),
  either(
    'any email from the health inspector, health@cityhall.example, asap',
    sender('health@cityhall.example'),
    { urgent: true },
    one(from('health inspector'), sender('health@cityhall.example')),
  ),
  either(
    'supplier price list with an excel file',
    [about('supplier price list'), file('spreadsheet')],
    {},
    { all: [about('price list'), file('spreadsheet')] },
  ),
  clear('emails saying "calling in sick", from anyone but hr@bistro.example', [
    about('calling in sick'),
    without(sender('hr@bistro.example')),
  ]),
  clear('deliveries on monday and thursday mornings', [about('delivery'), days('mon', 'thu'), hours('06:00', '12:00')]),
  either(
    'everything but newsletters from sales@fishco.example',
    [without(news), sender('sales@fishco.example')],
    {},
    without({ all: [news, sender('sales@fishco.example')] }),
  ),
  asks('complaints, but only the bad ones'),
  cannot('translate the emails from our Italian supplier Vongola'),
]

export const typedPeopleEnglish: Expected[] = [
  ...nurse,
  ...plumber,
  ...lawyer,
  ...student,
  ...shopkeeper,
  ...sysadmin,
  ...parent,
  ...freelancer,
  ...landlord,
  ...teacher,
  ...retiree,
  ...restaurant,
]
