// The second half of /features: proof of delivery, a table of what else is included, and what it does not do.
import { DeliveryIcon } from '../../ui/charts/DeliveryIcon.tsx'
import { useWords } from '../../words/words.tsx'
import { Band } from '../pieces/Band.tsx'
import { Example } from '../pieces/Example.tsx'
import { Facts } from '../pieces/Facts.tsx'
import { Points } from '../pieces/Points.tsx'
import { ProductShot } from '../pieces/ProductShot.tsx'

const three = [1, 2, 3] as const
const four = [1, 2, 3, 4] as const
const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

export function ProofAndMore() {
  const t = useWords('sitefeatures')
  return (
    <>
      <Band beside title={t('proof.title')} lede={t('proof.lede')} illustration={<StatesExample />} id="proof">
        <div className="grid gap-x-(--gap) gap-y-8 lg:grid-cols-2">
          <Points across={1} points={three.map(n => ({ title: t(`proof${n}`), text: t(`proof${n}.text`) }))} />
          <ProductShot name="timeline" alt={t('proof.alt')} />
        </div>
      </Band>
      <Band sunk title={t('more.title')} id="more">
        <Facts facts={nine.map(n => ({ title: t(`more${n}`), text: t(`more${n}.text`) }))} />
      </Band>
      <Band title={t('not.title')} lede={t('not.lede')} id="not">
        <Points across={2} points={four.map(n => ({ title: t(`not${n}`), text: t(`not${n}.text`) }))} />
      </Band>
    </>
  )
}

const states = ['accepted', 'sent', 'delivered', 'read', 'unknown'] as const

function StatesExample() {
  const t = useWords('sitefeatures')
  return (
    <Example tag={t('example')}>
      <ul className="card card-flush">
        {states.map(state => (
          <li key={state} className="border-t border-line px-5 py-3 first:border-t-0">
            <DeliveryIcon state={state} />
            <p className="mt-1 text-sm text-ink-2">{t(`proof.${state}`)}</p>
          </li>
        ))}
      </ul>
    </Example>
  )
}
