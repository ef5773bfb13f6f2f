/**
 * Words that occur in every text of their language, so that a text without them is no prose of it.
 */
const COMMON: ReadonlySet<string> = new Set(
  [
    'a i the of and to in is that it for on are as with was at be this have from or by not but what all were when we',
    'you your can there an which their if will how about then them these so some would into has more no could been who',
    'its now than like just other only also may after most use used do does did my our us they he she his her here out up one two such',
    'der die das und ist nicht ein eine einen einem einer den dem des zu mit auf für von sich es wird auch als an nach wie im am aus bei oder dass sie er wir ich sind kann war aber nur noch so um über vor zum zur durch wenn hat haben',
    'le la les de des un une et est que qui dans pour pas sur au aux avec ce cette il elle on nous vous ils ne se sont par plus du en ou mais comme son sa ses tout être fait',
    'el los las del y que es en por con para una su sus se lo al como más pero este esta son no si sobre entre cuando muy sin también ya hay ser puede',
    'il di che è per non sono con del della dei delle nel nella si gli da come più anche questo questa ma lo un uno una al alla essere può',
    'o os as do da dos das em um uma para com não por mais se na no nos nas ao que como mas foi ele sua seu ou ser está são também pode',
    'het een en van dat niet zijn met voor op te aan er ook naar door maar bij als dan nog wordt worden uit dit deze',
    'и в не на что с по это как к из у за от так о для но же вы он она они мы я то его все или если может быть при уже только был была были есть до',
  ]
    .join(' ')
    .split(' '),
);

/**
 * The letters that follow a letter in words of English, French, German, Italian, Portuguese and
 * Spanish, accents left out.
 */
const FOLLOWERS: Readonly<Record<string, string>> = {
  a: 'bcdfghijklmnopqrstuvwxyz',
  b: 'abeghijlorstuy',
  c: 'acehiklnorstuy',
  d: 'adefgilmnorsuvwy',
  e: 'abcdefghijklmnopqrstuvwxyz',
  f: 'aefgilorstuwy',
  g: 'adeghilmnorstuwy',
  h: 'aeilmnortuwy',
  i: 'abcdefghklmnopqrstuvwxz',
  j: 'aeosu',
  k: 'aefgilmnorstuwy',
  l: 'abcdefghiklmnoprstuvwy',
  m: 'abefilmnopsuy',
  n: 'acdefghiklmnopqrstuvwyz',
  o: 'abcdefghijklmnopqrstuvwxyz',
  p: 'abcdefhiklmoprstuwyz',
  q: 'lu',
  r: 'abcdefghiklmnopqrstuvwyz',
  s: 'abcdefghiklmnopqrstuvwxy',
  t: 'abcdefghilnoprstuwyz',
  u: 'abcdefghiklmnoprstvwxyz',
  v: 'aeioruy',
  w: 'aehiklnorsuy',
  x: 'acefioptuy',
  y: 'abcdegilmnoprstuwz',
  z: 'aeilotuyz',
};
const ACCENTS = /\p{M}/gu;
const LATIN = /^[a-z]/u;

/** Whether a word is one of the most common of its language. @param word in small letters */
export function isCommonWord(word: string): boolean {
  return COMMON.has(word);
}

/**
 * Whether the letters of a word follow one another as in a language; of eight letters at random few
 * do.
 * @param word in small letters
 */
export function isLikeAWord(word: string): boolean {
  if (!LATIN.test(word)) return true;
  const letters = word.normalize('NFD').replace(ACCENTS, '').replaceAll('ß', 'ss');
  for (let at = 1; at < letters.length; at += 1) {
    if (FOLLOWERS[letters[at - 1] ?? '']?.includes(letters[at] ?? '') === false) return false;
  }
  return true;
}
