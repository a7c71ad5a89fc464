// The rest of /how-it-works: the three steps of the setup, and what happens when something goes wrong.
import { useWords } from '../../../words/words.tsx'
import { Band } from '../../pieces/Band.tsx'
import { Facts } from '../../pieces/Facts.tsx'
import { Points } from '../../pieces/Points.tsx'

const three = [1, 2, 3] as const
const six = [1, 2, 3, 4, 5, 6] as const

export function SetupAndTrouble() {
  const t = useWords('sitehowitworks')
  return (
    <>
      <Band sunk title={t('setup.title')} lede={t('setup.lede')}>
        <Points numbered points={three.map(n => ({ title: t(`setup${n}`), text: t(`setup${n}.text`) }))} />
      </Band>
      <Band title={t('wrong.title')} lede={t('wrong.lede')} id="wrong">
        <Facts facts={six.map(n => ({ title: t(`wrong${n}`), text: t(`wrong${n}.text`) }))} />
      </Band>
    </>
  )
}
