/**
 * Where a word is banned: texts of the consoles, names of their files, pages of the
 * documentation, the whole code, or the comments of what is shipped.
 */
export type Scope = 'console texts' | 'console files' | 'documentation' | 'code' | 'comments';

/** A word of the former dialect, and the plain word that replaces it. */
export interface BannedWord {
  pattern: RegExp;
  replacement: string;
  scopes: readonly Scope[];
}

const texts = (pattern: RegExp, replacement: string): BannedWord => ({
  pattern,
  replacement,
  scopes: ['console texts'],
});
const consoles = (pattern: RegExp, replacement: string): BannedWord => ({
  pattern,
  replacement,
  scopes: ['console texts', 'console files'],
});
const prose = (pattern: RegExp, replacement: string): BannedWord => ({
  pattern,
  replacement,
  scopes: ['console texts', 'documentation'],
});
const code = (pattern: RegExp, replacement: string): BannedWord => ({
  pattern,
  replacement,
  scopes: ['code'],
});
const comments = (pattern: RegExp, replacement: string): BannedWord => ({
  pattern,
  replacement,
  scopes: ['comments'],
});
const pages = (pattern: RegExp, replacement: string): BannedWord => ({
  pattern,
  replacement,
  scopes: ['documentation'],
});

/**
 * The words that texts must not use, one row for each, with what to write instead. A new row needs
 * a pattern, a replacement and its scopes; `console-words.test.ts` reads the rows. Patterns with
 * `^` and `$` are banned as a whole label only.
 */
const BANNED_WORDS: readonly BannedWord[] = [
  {
    pattern: /films?(?![a-z])/iu,
    replacement: 'video',
    scopes: ['console texts', 'console files', 'documentation', 'code'],
  },
  code(/[nN]arrator|[a-z]Voice\b|_VOICE\b/u, 'stream frames, or stream encoder'),
  code(/verbatim(?!Symlinks|ModuleSyntax)/iu, 'passthrough'),
  code(/\berrands?\b/iu, 'one-off request'),
  code(/shelf(?!\?)/iu, 'backup store'),
  code(/unspoken/iu, 'unsupported fields'),
  code(/\bbeyond[A-Z]|[a-z]Beyond\b/u, 'over, or unknown'),
  code(/farewell/iu, 'deregister'),
  code(/could not be told/iu, 'could not be reported, or sent'),
  code(
    /\b(?:const|let|function) place(?:s|Of)?\b|\bplaces?\??: (?:string|number|[A-Z])|\(places?[,)]|\{places?\}|\bPlace\b(?= \{|[;,)])|(?<![iI]n)Place\b(?=[(;,):])/u,
    'path, index, location, cursor or permit',
  ),
  code(/\bTHOUGHTS?\b|(?<!')\bthoughts\b/u, 'reasoning'),
  comments(/\b(?:tells?|telling|told)\b/iu, 'report, send, show, name, notify or distinguish'),
  comments(/\b(?:the|whole|both) books?\b/iu, 'ledger, or records'),
  comments(/\bbooked\b/iu, 'recorded'),
  consoles(/\bmovements?\b/iu, 'transaction'),
  prose(/needs a person/iu, 'Needs attention'),
  prose(/\bnothing does\b/iu, 'All clear'),
  prose(/answered in full/iu, 'Success rate'),
  texts(/^took\b/iu, 'Latency, or Duration'),
  texts(/^faults$/iu, 'Errors'),
  texts(/^(?:charged|consumed)$/iu, 'Spent'),
  prose(/\bunder way\b/iu, 'in progress'),
  texts(/^held\b/iu, 'On hold, or Hold'),
  texts(/\b(?:given|give) back\b/iu, 'released'),
  prose(/\b(?:switch|turn)(?:ed|s)? (?:on|off)\b/iu, 'enable, disable'),
  texts(/\b(?:keep|kept) out\b|\blet in\b/iu, 'suspend, resume (for people and keys)'),
  prose(/password of now/iu, 'Current password'),
  prose(/link to choose a password/iu, 'Invite link, Reset link'),
  texts(/\bzero is meant\b/iu, 'Make this model free'),
  texts(/\bplay(?:s|ed|ing)?\b/iu, 'simulate'),
  texts(/\bas it (?:was|would be)\b/iu, 'Before, After'),
  prose(/\bby hand\b/iu, 'now, or manually'),
  prose(/\bcount what would go\b/iu, 'Preview'),
  texts(/^well$/iu, 'Healthy'),
  texts(/\bno tr(?:y|ies)\b|\btries in\b/iu, 'No traffic, or Attempts'),
  prose(/\bat one time\b/iu, 'Concurrent requests'),
  prose(/\bwhere a request names none\b/iu, 'Default …'),
  prose(/\bas the (?:model|service) has it\b/iu, 'Model default'),
  texts(/\bas the (?:system|account)\b/iu, 'System, or Use account uplift'),
  prose(/\bwill stand here\b|\bstands? in\b/iu, 'appears here, or shows'),
  prose(/\baltogether\b/iu, 'Total'),
  prose(/\basked for\b/iu, 'Requested'),
  texts(/^whole$/iu, 'Non-streaming'),
  prose(/\btells?\b|\btold\b/iu, 'notify, send, show or report'),
  prose(/\btake filters away\b/iu, 'Clear filters'),
  texts(/\bwhose\b(?=.*\?)/iu, 'Find a key’s owner'),
  prose(/\binterface of administrators\b|\bplanes?\b/iu, 'Admin API, or Administration'),
  texts(/\b[a-z]+(?:_[a-z0-9]+)+\b/u, 'words instead of the raw name of a field'),
  prose(/\be-mails?\b/iu, 'email'),
  texts(/\brefused?\b/iu, 'rejected'),
  prose(/\bthe book\b/iu, 'the ledger'),
  texts(/\bgone for good\b|\btaken away\b/iu, 'deleted permanently, or removed'),
  texts(/\bpictures?\b/iu, 'image'),
  texts(/\b(?:kept|keep) any more\b/iu, 'deleted'),
  pages(/\bfor good\b/iu, 'permanently'),
  pages(/\b(?:know|have|need|use)s? (?:\w+ ){0,3}any more\b/iu, 'no longer'),
  pages(/\bdearest\b/iu, 'most expensive'),
  pages(/\banew\b/iu, 'again'),
  pages(/\bthoughts\b/iu, 'reasoning, or thinking'),
  pages(/\bways?\b/iu, 'target, or the plain noun'),
  {
    pattern: /\b(?:looking|keeping|selling|deciding|failing|limiting|reconciling)\b/u,
    replacement: 'a noun for the subject of the file',
    scopes: ['console files'],
  },
  {
    pattern: /\b(?:const|let) told\b|\btold[?[]\w|\b(?:Told|tell)[A-Z]\w*|\bnarrator\b/u,
    replacement: 'reported, report, or the noun',
    scopes: ['code'],
  },
];

/** The rows whose word a text contains. */
export const bannedIn = (text: string, scope: Scope): BannedWord[] =>
  BANNED_WORDS.filter(({ pattern, scopes }) => scopes.includes(scope) && pattern.test(text));
