// The part of the home page that promises that no email is lost: sample totals and three points.
import { MessageTotals } from '../../../ui/charts/MessageTotals.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useWords } from '../../../words/words.tsx'
import { Band } from '../../pieces/Band.tsx'
import { Points } from '../../pieces/Points.tsx'

const three = [1, 2, 3] as const
const example = { arrived: 1204, forwarded: 37, underWay: 0, held: 7, failed: 0, notMatched: 1160, suppressed: 0 }

export function EveryEmail() {
  const t = useWords('site')
  return (
    <Band sunk title={t('sum.title')} lede={t('sum.lede')}>
      <Card className="mb-10 p-[clamp(1.25rem,3vw,2.5rem)]!">
        <p>
          <span className="tag">{t('sum.example')}</span>
        </p>
        <MessageTotals figures={example}>{t('sum.balanced')}</MessageTotals>
      </Card>
      <Points points={three.map(n => ({ title: t(`promise${n}`), text: t(`promise${n}.text`) }))} />
    </Band>
  )
}
