import { Type } from 'typebox';
import { ConfigError, loadConfig } from './config.ts';

const schema = Type.Object({
  PORT: Type.Integer({ minimum: 1, description: 'port to listen on' }),
  SECRET: Type.String({ minLength: 10 }),
  SCALE: Type.Number({ default: 1 }),
  ON: Type.Boolean({ default: false }),
});

test('converts, fills in and freezes, and drops what it does not name', () => {
  const config = loadConfig(schema, { PORT: '80', SECRET: '0123456789', ON: 'true', OTHER: 'x' });
  expect(config).toEqual({ PORT: 80, SECRET: '0123456789', SCALE: 1, ON: true });
  expect(Object.isFrozen(config)).toBe(true);
});

test('a refused configuration names every fault at once and shows no value', () => {
  let error: unknown;
  try {
    loadConfig(schema, { PORT: 'hunter2', SECRET: 'short', SCALE: '' });
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(ConfigError);
  const { message, faults } = error as ConfigError;
  expect(faults).toHaveLength(2);
  expect(message).toContain('PORT');
  expect(message).toContain('SECRET');
  expect(message).toContain('port to listen on');
  expect(message).not.toContain('hunter2');
  expect(message).not.toContain('short');
});

test('an empty value is a missing one', () => {
  expect(() => loadConfig(schema, { PORT: '1', SECRET: '' })).toThrow('SECRET is required');
});
