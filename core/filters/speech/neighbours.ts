// Pieces that mean another thing beside their neighbours, step by step.
import type { Chart } from './chart.ts'
import { digestTimes, hiddenThings, sizesOfFiles, withoutVagueSizes } from './nearby/amounts.ts'
import { allBut, inherited, narrowed, spanishSenders } from './nearby/fields.ts'
import { bareNames, withoutDescriptions } from './nearby/names.ts'
import type { PlacedPiece } from './pieces.ts'

export function settleNeighbours(chart: Chart, pieces: PlacedPiece[]): PlacedPiece[] {
  const steps = [
    hiddenThings,
    digestTimes,
    sizesOfFiles,
    withoutVagueSizes,
    narrowed,
    spanishSenders,
    allBut,
    inherited,
    bareNames,
    withoutDescriptions,
  ]
  return steps.reduce((before, step) => step(before, chart), pieces)
}
