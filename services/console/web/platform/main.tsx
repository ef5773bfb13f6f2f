import { RouterProvider } from '@tanstack/react-router';
import { start } from '../shared/start.tsx';
import { router } from './router.tsx';

start(<RouterProvider router={router} />);
