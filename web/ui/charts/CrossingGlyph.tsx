// The icon for the state of a delivery, a route with a boat, with its label.
import type { State } from '../../../core/delivery/states.ts'
import { useWords } from '../../words/words.tsx'
import { type Crossing, crossings } from './crossing.ts'

/** `word` replaces the state's label where more is known. */
export function CrossingGlyph({ state, word }: { state: State; word?: string }) {
  const t = useWords('ui')
  return (
    <span className="inline-flex items-center gap-2 text-sm">
      <Drawing crossing={crossings[state]} />
      <b>{word ?? t(`state.${state}`)}</b>
    </span>
  )
}

function Drawing({ crossing }: { crossing: Crossing }) {
  const { tone, provenTo, aheadFrom, boat, broken } = crossing
  return (
    <svg className={`crossing crossing-${tone}`} viewBox="0 0 56 14" aria-hidden="true">
      {provenTo !== null && <path className="line" d={`M8 7H${provenTo}`} />}
      {aheadFrom !== null && <path className="line ahead" d={`M${aheadFrom} 7H46`} />}
      <Near near={crossing.near} />
      {boat && <circle className={boat.moving ? 'lamp moving' : 'lamp'} cx={boat.at} cy="7" r={boat.asks ? 5.4 : 4.6} />}
      {boat?.asks && <path className="on-lamp" d="M25.5 5.6a1.6 1.6 0 1 1 2.4 1.5c-.6.3-.9.6-.9 1.2M27 10.2v.1" />}
      {broken === 'cross' && <path className="line" d="m25 4 6 6m0-6-6 6" />}
      {broken === 'slash' && <path className="line" d="m1.5 11 7-8" />}
      {broken === 'bar' && <path className="line" d="M26.5 3v8" />}
      <Far far={crossing.far} />
    </svg>
  )
}

function Near({ near }: { near: Crossing['near'] }) {
  if (near === 'lamp') return <circle className="lamp" cx="6" cy="7" r="4.6" />
  if (near === 'paused')
    return (
      <>
        <circle className="lamp" cx="6" cy="7" r="5" />
        <path className="on-lamp" d="M4.6 5v4M7.4 5v4" />
      </>
    )
  return <circle className={near === 'done' ? 'stop on' : 'stop'} cx="5" cy="7" r="3.6" />
}

function Far({ far }: { far: Crossing['far'] }) {
  if (far === 'read')
    return (
      <>
        <circle className="stop on" cx="48" cy="7" r="3.6" data-far={far} />
        <circle className="ring" cx="48" cy="7" r="6.2" />
      </>
    )
  return <circle className={far === 'arrived' ? 'stop on' : 'stop'} cx="51" cy="7" r="3.6" data-far={far} />
}
