// The screens of the product on the home page: dashboard, timeline and editor.
import { useWords } from '../../../words/words.tsx'
import { Band } from '../../pieces/Band.tsx'
import { ProductShot, type ShotName } from '../../pieces/ProductShot.tsx'

export function Product() {
  const t = useWords('site')
  const shot = (name: ShotName) => (
    <figure className="grid content-start gap-4">
      <ProductShot name={name} alt={t(`shot.${name}.alt`)} />
      <figcaption>
        <h3 className="text-lg">{t(`shot.${name}`)}</h3>
        <p className="mt-1 max-w-[58ch] text-ink-2">{t(`shot.${name}.text`)}</p>
      </figcaption>
    </figure>
  )
  return (
    <Band sunk title={t('shots.title')} lede={t('shots.lede')}>
      <div className="grid items-start gap-x-(--gap) gap-y-12 lg:grid-cols-[minmax(0,1.75fr)_minmax(0,1fr)]">
        <div className="grid gap-12">
          {shot('dashboard')}
          {shot('editor')}
        </div>
        {shot('timeline')}
      </div>
    </Band>
  )
}
