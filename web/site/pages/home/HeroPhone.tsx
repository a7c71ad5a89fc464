// The phone of the hero: an email arrives, is replied to, and the reply can still be undone; in a loop of 20 seconds.
import { Bubble, Phone } from '../../../ui/phone/Phone.tsx'
import { useWords } from '../../../words/words.tsx'
import { PhoneEmail } from './PhoneEmail.tsx'

export function HeroPhone() {
  const t = useWords('site')
  return (
    <Phone number={t('home.phone.number')} day={t('home.phone.day')}>
      <div className="scene-email contents">
        <PhoneEmail
          subject={t('home.phone.subject')}
          headerLines={[t('phone.from', { sender: t('home.phone.sender') }), t('phone.filter', { name: t('home.phone.name') })]}
          text={t('home.phone.text')}
          time="14:07"
        />
      </div>
      <div className="scene-reply contents">
        <Bubble mine time="14:08" ticks="read">
          <p>{t('home.phone.reply')}</p>
        </Bubble>
      </div>
      <div className="scene-sent contents">
        <Bubble time="14:08" buttons={[t('home.phone.undo')]}>
          <p>{t('home.phone.waits')}</p>
        </Bubble>
      </div>
    </Phone>
  )
}
