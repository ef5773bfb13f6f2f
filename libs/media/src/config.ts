import { Type } from 'typebox';

/** The variable of a service that keeps or gives out files of callers. */
export const mediaVariables = {
  MEDIA_DIR: Type.String({
    default: '',
    description: 'folder of films, which inference and the worker share; empty: no films are made',
  }),
};
