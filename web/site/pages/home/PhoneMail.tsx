// A mail as our message on the phone: the lines that the product sends, in their order.
import { Bubble } from '../../../ui/Phone.tsx'

interface PhoneMailProps {
  /** What stands above the rest: a one-time code and whose it is. */
  card?: string
  subject: string
  /** The lines below the subject: from whom, which filter. */
  head: readonly string[]
  text: string
  time: string
  ticks?: 'delivered' | 'read'
}

export function PhoneMail({ card, subject, head, text, ...about }: PhoneMailProps) {
  return (
    <Bubble {...about}>
      {card && <p className="wrap-anywhere">{card}</p>}
      <p className="wrap-anywhere">
        <b>{subject}</b>
        {head.map(line => `\n${line}`).join('')}
      </p>
      <p className="wrap-anywhere">{text}</p>
    </Bubble>
  )
}
