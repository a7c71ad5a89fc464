// A sixth set in three languages, scored before the rules had met it.
import { type Expected, f, one, type Tree } from '../leaves.ts'
import {
  about,
  asks,
  attached,
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
  clear('let me have everything Bruno Keel sends over', from('bruno keel')),
  clear('I need emails from harborside.example on my phone straight away', domain('harborside.example'), { urgent: true }),
  clear('is there a new email from Bruno? then send it', from('bruno')),
  clear('emails sent by anyone whose address ends with @harborside.example', domain('harborside.example')),
  clear('emails Bruno sent with a zip attached', [from('bruno'), file('zip')]),
  clear('emails with a photo or a video', one(file('image'), file('video'))),
  clear('all of the emails that contain the word "passport" in the text', f('body', 'contains', 'passport')),
  clear('subject: [URGENT] or [ACTION]', one(subject('[urgent]'), subject('[action]'))),
  clear('emails with ticket numbers like TCK-????', f('any', 'wildcard', '*TCK-????*')),
  clear('messages bigger than 1.5 MB', f('size', 'over', 1_500_000)),
  clear('emails from Bruno until 6pm', [from('bruno'), hours('00:00', '18:00')]),
  clear('only on workdays: emails from Harborside', [working, from('harborside')]),
  clear('emails from Harborside every day except Fridays', [from('harborside'), without(days('fri'))]),
  clear('everything, but no newsletters', without(news)),
  clear('emails from Bruno and from Lydia, not their replies', [one(from('bruno'), from('lydia')), without(reply)]),
  clear('emails from Harborside about deliveries or returns, but nothing about offers', [
    from('harborside'),
    one(about('delivery'), about('return')),
    without(about('offer')),
  ]),
  clear('the sailing-club list at 20:00 each day', list('sailing-club'), { digest: { every: 'day', at: '20:00' } }),
  clear('with IBANs masked: salary slips', about('salary slip'), { redact: ['ibans'] }),
  clear('emails from Harborside Bank; the card number must not be visible', from('harborside bank'), { redact: ['cards'] }),
  clear('calendar invites, urgent', f('calendar', 'is', true), { urgent: true }),
  clear('emails in Polish, no machines', [f('language', 'is', 'pl'), without(machine)]),
  asks('emails that cost me money'),
  asks('emails from people I work with'),
  asks('don’t forward emails with attachments'),
  asks('forward to +44 7700 900123 whatever Bruno sends'),
  asks('emails from Bruno, splendiferously'),
]

const spanish: Expected[] = [
  clear('pásame todo lo que envíe Bruno Quilla', from('bruno quilla')),
  clear('necesito los correos de muelle.example en el móvil enseguida', domain('muelle.example'), { urgent: true }),
  clear('correos con una foto o un vídeo', one(file('image'), file('video'))),
  clear('mensajes que contengan la palabra "pasaporte" en el texto', f('body', 'contains', 'pasaporte')),
  clear('correos de Muelle todos los días menos los viernes', [from('muelle'), without(days('fri'))]),
  clear('todo, pero sin boletines', without(news)),
  clear('correos de Bruno y de Lidia, pero no sus respuestas', [one(from('bruno'), from('lidia')), without(reply)]),
  clear('correos de Muelle; que no se vea el número de la tarjeta', from('muelle'), { redact: ['cards'] }),
  clear('correos en polaco, nada de máquinas', [f('language', 'is', 'pl'), without(machine)]),
  asks('correos de la gente con la que trabajo'),
  asks('no reenvíes correos con adjuntos'),
  clear('primer correo de un remitente desconocido con adjunto', [stranger, attached]),
]

const arabic: Expected[] = [
  clear('أرسل لي كل ما يرسله باسل قاسم', from('باسل قاسم')),
  clear('أحتاج رسائل marsa.example على هاتفي فورا', domain('marsa.example'), { urgent: true }),
  clear('رسائل فيها صورة أو فيديو', one(file('image'), file('video'))),
  clear('رسائل من Marsa كل يوم ما عدا الجمعة', [from('marsa'), without(days('fri'))]),
  clear('كل شيء لكن بدون نشرات', without(news)),
  clear('رسائل من Marsa، لا تظهر رقم البطاقة', from('marsa'), { redact: ['cards'] }),
  clear('رسائل مرسلة إلى team@marsa.example من lydia@marsa.example', [to('team@marsa.example'), sender('lydia@marsa.example')]),
  clear('رسائل باسل في عطلة نهاية الأسبوع', [from('باسل'), weekend]),
  asks('لا تحول الرسائل التي فيها مرفقات'),
  asks('رسائل من زملائي في العمل'),
]

export const typedSixth: Expected[] = [...english, ...spanish, ...arabic]
