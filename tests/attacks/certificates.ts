import 'reflect-metadata';
import { createPrivateKey, webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import type { X509Certificate } from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;

/** A key and its certificate, as a TLS server takes them. */
export interface Identity {
  key: string;
  cert: string;
}

/** An authority that a test makes up. */
export interface Authority {
  /** What whoever trusts it has to know. */
  certificate: string;
  /** A certificate for a host (a name or an address), good from `from` to `to` days from now. */
  issue(
    host: { name?: string; ip?: string },
    days?: { from: number; to: number },
  ): Promise<Identity>;
}

/** Makes an authority with a key of its own. */
export async function anAuthority(): Promise<Authority> {
  const keys = await pair();
  const root = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=An authority of the test',
    ...span({ from: -10, to: 10 }),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [new BasicConstraintsExtension(true, 1, true)],
  });
  let serial = 1;
  return {
    certificate: root.toString('pem'),
    async issue({ name, ip }, days = { from: -1, to: 5 }) {
      serial += 1;
      const own = await pair();
      const certificate: X509Certificate = await X509CertificateGenerator.create({
        serialNumber: serial.toString(16).padStart(2, '0'),
        subject: 'CN=A provider',
        issuer: root.subject,
        ...span(days),
        signingAlgorithm: ALGORITHM,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        extensions: [
          new SubjectAlternativeNameExtension([
            ip === undefined
              ? { type: 'dns', value: name ?? 'provider.example' }
              : { type: 'ip', value: ip },
          ]),
        ],
      });
      const key = await webcrypto.subtle.exportKey('pkcs8', own.privateKey);
      return { key: pemOf(key), cert: certificate.toString('pem') };
    },
  };
}

function span({ from, to }: { from: number; to: number }): { notBefore: Date; notAfter: Date } {
  const now = Date.now();
  return { notBefore: new Date(now + from * DAY_MS), notAfter: new Date(now + to * DAY_MS) };
}

function pair(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

function pemOf(key: ArrayBuffer): string {
  const made = createPrivateKey({ key: Buffer.from(key), format: 'der', type: 'pkcs8' });
  return made.export({ format: 'pem', type: 'pkcs8' }).toString();
}
