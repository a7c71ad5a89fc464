// Runs every architecture rule over a tree of files and reports each violation with its file and line.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkCircles } from './circles.ts'
import { readCode, type Tree, type Violation } from './code.ts'
import { checkDirections } from './directions.ts'
import { checkDoors } from './doors.ts'
import { checkLayers } from './layers.ts'
import { checkFiles, checkNames, checkSizes } from './shape.ts'
import { checkSql } from './sql.ts'
import { checkTexts, isText } from './texts.ts'
import { checkVocabulary } from './vocabulary.ts'

export function violationsIn(tree: Tree): Violation[] {
  const codes = readCode(tree)
  return [
    ...checkLayers(codes),
    ...checkCircles(codes),
    ...checkDoors(codes),
    ...checkNames(tree.keys()),
    ...checkFiles(codes),
    ...checkSizes(codes),
    ...checkSql(codes, tree),
    ...checkVocabulary(codes),
    ...checkTexts(tree),
    ...checkDirections(tree),
  ]
}

export const inWords = (violations: Violation[]): string[] => violations.map(({ path, line, rule }) => `${path}:${line} ${rule}`)

/** Every tracked text file below `root` that is still there. */
export function readTree(root: string): Tree {
  const paths = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(isText)
  return new Map(paths.flatMap(path => sourceOf(root, path).map(source => [path, source] as const)))
}

function sourceOf(root: string, path: string): string[] {
  try {
    return [readFileSync(join(root, path), 'utf8')]
  } catch {
    return []
  }
}
